import type { ContentId } from "../vocabulary/tree/path.ts";
import type { Extraction } from "./extraction.ts";

declare const brand: unique symbol;

/** Identifies everything that an extraction depends on: the bytes, the language, and how it is extracted. */
export type ExtractionKey = string & { readonly [brand]: "ExtractionKey" };

/** Raise it whenever `extract` can return a different result for the same bytes. */
export const EXTRACTION_VERSION = "37";

export function extractionKey(id: ContentId, extension: string): ExtractionKey {
  return `${EXTRACTION_VERSION}:${extension}:${id}` as ExtractionKey;
}

/** Caches extractions between runs. Missing entries are extracted again; `get` must return exactly what was set. */
export interface ExtractionCache {
  readonly get: (keys: readonly ExtractionKey[]) => ReadonlyMap<ExtractionKey, Extraction>;
  readonly set: (entries: Iterable<readonly [ExtractionKey, Extraction]>) => void;
}
