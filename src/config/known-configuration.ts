import type { ConfigInput } from "./schema/schema.ts";
import { VERSION } from "../vocabulary/engine.ts";
import { shortHash } from "../values/short-hash.ts";
import { succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import { declareConfig, type FoundDocument, type ReadConfig } from "./find-document.ts";

/** Configurations that were found to be valid, by a digest of their text. */
export interface KnownConfigurations {
  readonly find: (digest: string) => ConfigInput | undefined;
  readonly keep: (digest: string, input: ConfigInput) => void;
}

/**
 * What a document declares. Loading the validator takes longer than reading the file, so a configuration that this
 * version has validated before is not validated again.
 */
export async function readKnown(
  found: FoundDocument,
  known: KnownConfigurations | undefined,
): Promise<Result<ReadConfig>> {
  const { source, text } = found;
  const digest = text === null ? null : shortHash([VERSION, source?.file, source?.key ?? null, text]);
  const input = digest === null ? undefined : known?.find(digest);
  if (input !== undefined) return succeed(declareConfig(input, found));
  const { checkDocument } = await import("./read.ts");
  const checked = checkDocument(found);
  if (checked.ok && digest !== null) known?.keep(digest, checked.value.declared.input);
  return checked;
}
