import { hash } from "node:crypto";
import { brotliCompressSync, constants } from "node:zlib";
import type { SigningKey } from "../trust/keys.ts";
import {
  BUNDLE_DOMAIN,
  BUNDLE_VERSION,
  MAGIC,
  type BundleContent,
  type BundleHeader,
  type TravellingVerdict,
} from "./bundle.ts";

export type BundleLabel = Pick<BundleHeader, "repository" | "scope" | "check" | "runId" | "at">;

/** Packs verdicts and signs them: every word of the header, and the body. */
export function sealBundle(content: BundleContent, label: BundleLabel, key: SigningKey): Buffer {
  const json = Buffer.from(JSON.stringify(content));
  const body = brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const header: BundleHeader = {
    version: BUNDLE_VERSION,
    ...label,
    writer: key.id,
    verdicts: content.verdicts.length,
    fingerprints: digestFingerprints(content.verdicts),
    inflated: json.length,
  };
  const head = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([MAGIC, length, head, key.sign([BUNDLE_DOMAIN, head, body]), body]);
}

export function digestFingerprints(verdicts: readonly Pick<TravellingVerdict, "fingerprint">[]): string {
  return hash("sha256", JSON.stringify(verdicts.map(({ fingerprint }) => fingerprint).sort()), "hex");
}
