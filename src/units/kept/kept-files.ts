import { keepSortedPaths } from "../../paths/directories.ts";
import { memo } from "../../values/memo.ts";
import { searchSorted } from "../../values/search-sorted.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry, FileKind } from "../../vocabulary/tree/snapshot.ts";

export function describeEntry({ kind, id }: FileEntry): string {
  return `${kind} ${id}`;
}

export function parseEntry(written: string): FileEntry {
  const end = written.indexOf(" ");
  return { kind: written.slice(0, end) as FileKind, id: written.slice(end + 1) as ContentId };
}

/** After so many questions, an index is worth the time it takes, which grows with the tree. */
const MANY = 1000;
const MANY_OF = 8;

/** The files of a kept tree. Nothing is computed for files that nobody asks for. */
export class KeptFiles implements ReadonlyMap<RepoPath, FileEntry> {
  readonly #paths: readonly RepoPath[];
  readonly #entries: readonly string[];
  readonly #index = memo(() => new Map(this.#paths.map((path, number) => [path, number])));
  #asked = 0;

  /** The paths are sorted. */
  constructor(paths: readonly RepoPath[], entries: readonly string[]) {
    this.#paths = paths;
    this.#entries = entries;
    keepSortedPaths(this, paths);
  }

  get size(): number {
    return this.#paths.length;
  }

  get(path: RepoPath): FileEntry | undefined {
    const written = this.#entries[this.#numberOf(path)];
    return written === undefined ? undefined : parseEntry(written);
  }

  has(path: RepoPath): boolean {
    return this.#numberOf(path) !== -1;
  }

  *entries(): MapIterator<[RepoPath, FileEntry]> {
    for (const [number, path] of this.#paths.entries())
      yield [path, parseEntry(this.#entries[number] as string)];
  }

  keys(): MapIterator<RepoPath> {
    return this.#paths.values();
  }

  *values(): MapIterator<FileEntry> {
    for (const written of this.#entries) yield parseEntry(written);
  }

  [Symbol.iterator](): MapIterator<[RepoPath, FileEntry]> {
    return this.entries();
  }

  forEach(call: (entry: FileEntry, path: RepoPath, map: ReadonlyMap<RepoPath, FileEntry>) => void): void {
    for (const [path, entry] of this.entries()) call(entry, path, this);
  }

  #numberOf(path: RepoPath): number {
    this.#asked += 1;
    const isWorthIt = this.#asked > Math.max(MANY, this.#paths.length / MANY_OF);
    return isWorthIt ? (this.#index().get(path) ?? -1) : searchSorted(this.#paths, path);
  }
}
