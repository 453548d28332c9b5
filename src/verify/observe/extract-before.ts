import { readBlobs } from "../../detect/git/blobs.ts";
import { extensionOf, extract } from "../../graph/extract.ts";
import { type ExtractionKey, extractionKey } from "../../graph/extraction-cache.ts";
import { type Extraction, PLAIN } from "../../graph/extraction.ts";
import { createExtractionCache } from "../../store/database/adapters.ts";
import type { Store } from "../../store/store.ts";
import type { ModifiedFile } from "../../vocabulary/tree/change-set.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";

/**
 * How many files of the baseline are read from git and extracted again; if there are more, structures are not
 * compared.
 */
const EXTRACTED_AGAIN = 500;
const MAX_BYTES = 5 * 1024 * 1024;

/** What was extracted from the earlier content, from the store or else from git; null if neither has it. */
export async function extractBefore(
  modified: readonly ModifiedFile[],
  { root, store }: { readonly root: string; readonly store: Store },
): Promise<(change: ModifiedFile) => Extraction | null> {
  const keys = new Map<RepoPath, ExtractionKey>();
  for (const { path, previousId, currentId, previousKind } of modified) {
    const extension = extensionOf(path);
    const isText = previousKind === "file" || previousKind === "executable";
    if (extension !== undefined && isText && previousId !== currentId)
      keys.set(path, extractionKey(previousId, extension));
  }
  const cache = createExtractionCache(store);
  const known = new Map(cache.get([...new Set(keys.values())]));
  const missing = modified.filter(
    ({ path }) => keys.has(path) && !known.has(keys.get(path) as ExtractionKey),
  );
  const ids = missing.slice(0, EXTRACTED_AGAIN).map(({ previousId }) => previousId);
  const blobs = new Map<ContentId, Buffer>();
  await readBlobs({ root, ids: [...new Set(ids)], maxBytes: MAX_BYTES }, (id, bytes) => blobs.set(id, bytes));
  const extracted = new Map<ExtractionKey, Extraction>();
  for (const { path, previousId } of missing) {
    const bytes = blobs.get(previousId);
    if (bytes !== undefined) extracted.set(keys.get(path) as ExtractionKey, await extract(path, bytes));
  }
  if (extracted.size > 0) cache.set(extracted);
  return ({ path }) => {
    const key = keys.get(path);
    return key === undefined ? PLAIN : (known.get(key) ?? extracted.get(key) ?? null);
  };
}
