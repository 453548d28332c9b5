import { brotliDecompressSync } from "node:zlib";
import { isShareable } from "../../checks/is-shareable.ts";
import { identifyPathSet } from "../../paths/path-sets.ts";
import type { PathSetId } from "../../vocabulary/tree/path-set.ts";
import type { ShareScope } from "../../vocabulary/verdict/shared-cache.ts";
import { LIMITS } from "../limits.ts";
import type { TrustedKey } from "../trust/keys.ts";
import {
  BUNDLE_DOMAIN,
  BUNDLE_VERSION,
  type BundleContent,
  type BundleHeader,
  MAGIC,
  SIGNATURE_BYTES,
} from "./bundle.ts";
import { digestFingerprints } from "./seal-bundle.ts";

/** Why a bundle is not read. */
export type BundleRefusal =
  | "damaged"
  | "too large"
  | "of another version"
  | "of another repository"
  | "of another scope"
  | "by an unknown writer"
  | "by a writer who is trusted for branches only"
  | "with a wrong signature";

export interface OpenBundleOptions {
  readonly repository: string;
  readonly scope: ShareScope;
  /** By id: the trusted key, or why it is not trusted in this scope. */
  readonly writers: (id: string) => TrustedKey | BundleRefusal;
  /** Whether a value consists of verdicts and path sets that the store accepts. */
  readonly isContent: (value: unknown) => value is BundleContent;
}

export type OpenedBundle =
  | { readonly header: BundleHeader; readonly content: BundleContent }
  | { readonly refused: BundleRefusal };

/** Opens a bundle from a storage. Inflates nothing before it knows who signed it. */
export function openBundle(bytes: Buffer, options: OpenBundleOptions): OpenedBundle {
  if (bytes.length > LIMITS.bundleBytes) return { refused: "too large" };
  const framed = unframe(bytes);
  if (framed === null) return { refused: "damaged" };
  const header = readHeader(framed.head);
  if (header === null) return { refused: "damaged" };
  if (header.version !== BUNDLE_VERSION) return { refused: "of another version" };
  if (header.repository !== options.repository) return { refused: "of another repository" };
  if (header.scope !== options.scope) return { refused: "of another scope" };
  const writer = options.writers(header.writer);
  if (typeof writer === "string") return { refused: writer };
  if (!writer.hasSigned([BUNDLE_DOMAIN, framed.head, framed.body], framed.signature))
    return { refused: "with a wrong signature" };
  if (header.inflated > LIMITS.inflatedBytes) return { refused: "too large" };
  const content = inflate(framed.body, header.inflated);
  if (!options.isContent(content) || !isConsistent(header, content)) return { refused: "damaged" };
  return { header, content };
}

function unframe(
  bytes: Buffer,
): { readonly head: Buffer; readonly signature: Buffer; readonly body: Buffer } | null {
  const start = MAGIC.length + 4;
  if (bytes.length < start || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const length = bytes.readUInt32BE(MAGIC.length);
  const end = start + length;
  if (length > LIMITS.headerBytes || bytes.length < end + SIGNATURE_BYTES) return null;
  return {
    head: bytes.subarray(start, end),
    signature: bytes.subarray(end, end + SIGNATURE_BYTES),
    body: bytes.subarray(end + SIGNATURE_BYTES),
  };
}

function readHeader(head: Buffer): BundleHeader | null {
  try {
    const value = JSON.parse(head.toString("utf8")) as Record<string, unknown>;
    const texts = ["repository", "scope", "writer", "check", "runId", "fingerprints"];
    const numbers = ["version", "at", "verdicts", "inflated"];
    const isOne =
      typeof value === "object" &&
      value !== null &&
      texts.every((name) => typeof value[name] === "string") &&
      numbers.every((name) => Number.isSafeInteger(value[name]));
    return isOne ? (value as unknown as BundleHeader) : null;
  } catch {
    return null;
  }
}

/** Undefined if its size differs from the header. */
function inflate(body: Buffer, size: number): unknown {
  try {
    const json = brotliDecompressSync(body, { maxOutputLength: Math.max(1, size) });
    return json.length === size ? JSON.parse(json.toString("utf8")) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the content matches the header, and contains nothing that must stay on one machine. */
function isConsistent(header: BundleHeader, { verdicts, pathSets }: BundleContent): boolean {
  const sets = new Map(pathSets.map((set): [PathSetId, boolean] => [identifyPathSet(set), isShareable(set)]));
  return (
    verdicts.length === header.verdicts &&
    new Set(verdicts.map(({ fingerprint }) => fingerprint)).size === verdicts.length &&
    digestFingerprints(verdicts) === header.fingerprints &&
    verdicts.every(
      ({ check, isShareable: isMarked, pathSet }) =>
        check === header.check && isMarked && sets.get(pathSet) === true,
    )
  );
}
