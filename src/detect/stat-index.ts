import type { FileStat } from "../system/files/file-stat.ts";
import type { ContentId, RepoPath } from "../vocabulary/tree/path.ts";

/** What the file system said about a file when its content was last read, with the id of that content. */
export interface StatRecord extends Omit<FileStat, "kind"> {
  /** Milliseconds of the wall clock, from before the file was read. */
  readonly recordedMs: number;
  readonly id: ContentId;
}

/** Remembers content ids by path, so that an untouched file is not read again. */
export interface StatIndex {
  get(path: RepoPath): StatRecord | undefined;
  set(path: RepoPath, record: StatRecord): void;
}

/**
 * The coarsest clock of a file system in use (FAT has steps of two seconds). A file that changed within this time
 * before it was read can change again with the same times.
 */
const GRANULARITY_NS = 2_000_000_000n;

/** A file with times before this was not touched since, if its times are still the same. */
export function trustedBefore(readMs: number): bigint {
  return BigInt(readMs) * 1_000_000n - GRANULARITY_NS;
}

/** Whether a record proves that the file still has the same bytes. */
export function recordStands(record: StatRecord, stat: FileStat): boolean {
  const trusted = trustedBefore(record.recordedMs);
  return (
    record.size === stat.size &&
    record.mtimeNs === stat.mtimeNs &&
    record.ctimeNs === stat.ctimeNs &&
    record.ino === stat.ino &&
    record.mode === stat.mode &&
    stat.mtimeNs < trusted &&
    stat.ctimeNs < trusted
  );
}

/** Lives as long as the process. */
export function createMemoryStatIndex(): StatIndex {
  const records = new Map<RepoPath, StatRecord>();
  return {
    get: (path) => records.get(path),
    set: (path, record) => void records.set(path, record),
  };
}

/** The same index, seen from a directory below the root. */
export function statIndexBelow(stats: StatIndex, directory: RepoPath): StatIndex {
  const full = (path: RepoPath): RepoPath => `${directory}/${path}` as RepoPath;
  return {
    get: (path) => stats.get(full(path)),
    set: (path, record) => stats.set(full(path), record),
  };
}
