import { PackedTexts } from "../values/packed-texts.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { FileEntry, Snapshot } from "../vocabulary/tree/snapshot.ts";
import { extensionOf } from "./extract.ts";
import { type ExtractionCache, type ExtractionKey, extractionKey } from "./extraction-cache.ts";
import type { Extraction } from "./extraction.ts";
import { extractMany } from "./many/extract-many.ts";
import type { Helpers } from "./many/helpers.ts";
import type { ListedFile } from "./many/work.ts";
import type { Extractions } from "./resolve/resolve.ts";

export interface ExtractAllOptions {
  readonly snapshot: Snapshot;
  /** The bytes of a file of the snapshot. May throw; such a file may refer to anything. */
  readonly read: (path: RepoPath) => Buffer;
  /** `read` reads the files below the root of the snapshot, so that threads can do it too. */
  readonly isOnDisk?: boolean;
  /** Threads that were started before it was known what there is to do. They are ended. */
  readonly helpers?: Helpers;
  readonly extractions: ExtractionCache;
  /** The caller does not need the structure of files. Extractions without it are not cached. */
  readonly edgesOnly?: boolean;
}

/** How many stored extractions are objects at once. */
const BATCH = 1000;

/**
 * The extractions of these files of the snapshot; nothing for files that are not parsed. They stay packed, because as objects
 * they would take several times the memory: each `get` makes another object.
 */
export async function extractAll(
  options: ExtractAllOptions,
  files: Iterable<readonly [RepoPath, FileEntry]>,
): Promise<Extractions> {
  const { snapshot, read, isOnDisk = false, edgesOnly: referencesOnly = false } = options;
  const keys = new Map<RepoPath, ExtractionKey>();
  for (const [path, entry] of files) {
    const extension = extensionOf(path);
    const plain = entry.kind === "symlink" || entry.kind === "submodule" || extension === undefined;
    if (!plain) keys.set(path, extractionKey(entry.id, extension));
  }
  const texts = new PackedTexts();
  const byKey = new Map<ExtractionKey, number>();
  const byPath = new Map<RepoPath, number>();
  const wanted = [...new Set(keys.values())];
  for (let at = 0; at < wanted.length; at += BATCH)
    for (const [key, extraction] of options.extractions.get(wanted.slice(at, at + BATCH)))
      byKey.set(key, texts.add(JSON.stringify(extraction)));
  const open = (number: number): Extraction => JSON.parse(texts.at(number)) as Extraction;

  const added: ExtractionKey[] = [];
  const root = isOnDisk ? snapshot.root : undefined;
  const add = async (paths: readonly RepoPath[], helpers?: Helpers): Promise<void> => {
    const listed = paths.map((path): ListedFile => {
      return [path, referencesOnly ? undefined : snapshot.files.get(path)?.id];
    });
    const take = (at: number, json: string, isListed: boolean): void => {
      const path = paths[at] as RepoPath;
      const number = texts.add(json);
      byPath.set(path, number);
      // A file that was edited after the snapshot must not be cached under the snapshot's content id.
      if (!isListed) return;
      const key = keys.get(path) as ExtractionKey;
      if (!byKey.has(key)) added.push(key);
      byKey.set(key, number);
    };
    await extractMany(listed, {
      read,
      referencesOnly,
      take: (at, { json, isListed }) => take(at, json, isListed),
      root,
      helpers,
    });
  };
  const first: RepoPath[] = [];
  const same: RepoPath[] = [];
  const seen = new Set<ExtractionKey>();
  for (const [path, key] of keys) {
    if (byKey.has(key)) continue;
    (referencesOnly || !seen.has(key) ? first : same).push(path);
    seen.add(key);
  }
  await add(first, options.helpers);
  await add(same.filter((path) => !byKey.has(keys.get(path) as ExtractionKey)));
  if (added.length > 0) options.extractions.set(openAll(added, byKey, open));
  for (const [path, key] of keys) if (!byPath.has(path)) byPath.set(path, byKey.get(key) as number);
  return new PackedExtractions(texts, byPath);
}

/** Holds nothing else of what was needed to extract them. */
class PackedExtractions implements Extractions {
  readonly #texts: PackedTexts;
  readonly #numbers: ReadonlyMap<RepoPath, number>;

  constructor(texts: PackedTexts, numbers: ReadonlyMap<RepoPath, number>) {
    this.#texts = texts;
    this.#numbers = numbers;
  }

  get(path: RepoPath): Extraction | undefined {
    const number = this.#numbers.get(path);
    return number === undefined ? undefined : (JSON.parse(this.#texts.at(number)) as Extraction);
  }
}

/** One by one, so that they are not all objects at once. */
function* openAll(
  keys: readonly ExtractionKey[],
  byKey: ReadonlyMap<ExtractionKey, number>,
  open: (number: number) => Extraction,
): Iterable<readonly [ExtractionKey, Extraction]> {
  for (const key of keys) yield [key, open(byKey.get(key) as number)];
}
