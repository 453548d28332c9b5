import { lstatSync, type Stats } from "node:fs";
import { encodePath } from "../../paths/encode-path.ts";
import { describePathByTimes, type PathState } from "../../system/observed/path-state.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import { findMoved, stampDirectories } from "./watch-directories.ts";

/** Files that were written, each with a mark that tells one state from another. */
export type Touched = ReadonlyMap<RepoPath, string>;

/** The returned function tells which files of a snapshot were written, or moved away and back, since this call. */
export function watchTimes({ root, files }: Pick<Snapshot, "root" | "files">): () => Touched {
  const { owners, parts } = listParts(files);
  const before = readTimes(root, parts);
  const directories = stampDirectories(root, parts);
  return () => {
    const moved = [...findMoved(root, directories)];
    const touched = new Map<RepoPath, string>();
    const now = readTimes(root, parts);
    for (const [at, part] of parts.entries()) {
      const moves = moved.flatMap(([directory, move]) => (part.startsWith(`${directory}/`) ? [move] : []));
      if (moves.length === 0 && isSame(at, before, now)) continue;
      const owner = owners[at] as RepoPath;
      const stamp = [describeTimes(at, now), ...moves].join("\n");
      touched.set(owner, `${touched.get(owner) ?? ""}${part}\n${stamp}\n`);
    }
    return touched;
  };
}

/** The paths to stat, each with its file of the snapshot: a submodule counts by its files. */
function listParts(files: Snapshot["files"]): {
  readonly owners: readonly RepoPath[];
  readonly parts: readonly string[];
} {
  const owners: RepoPath[] = [];
  const parts: string[] = [];
  for (const [path, { within }] of files)
    for (const part of within?.map((inner) => `${path}/${inner}`) ?? [path]) {
      owners.push(path);
      parts.push(part);
    }
  return { owners, parts };
}

/**
 * The stats of many files. In columns, because there may be many thousands, and nearly all of them are only compared.
 */
interface Times {
  readonly numbers: Float64Array;
  /** Everything but plain files, by position. */
  readonly others: ReadonlyMap<number, PathState>;
}

/** Both times, size, inode, mode. */
const COLUMNS = 5;

function readTimes(root: string, paths: readonly string[]): Times {
  const numbers = new Float64Array(paths.length * COLUMNS);
  const others = new Map<number, PathState>();
  for (const [at, path] of paths.entries()) {
    const absolute = `${root}/${path}`;
    const stats = statFile(absolute);
    if (stats === null) {
      others.set(at, describePathByTimes(absolute, "thing"));
      continue;
    }
    const from = at * COLUMNS;
    numbers[from] = stats.mtimeMs;
    numbers[from + 1] = stats.ctimeMs;
    numbers[from + 2] = stats.size;
    numbers[from + 3] = stats.ino;
    numbers[from + 4] = stats.mode;
  }
  return { numbers, others };
}

/** Null if it is not a plain file. */
function statFile(path: string): Stats | null {
  try {
    const stats = lstatSync(encodePath(path), { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats : null;
  } catch {
    return null;
  }
}

function isSame(at: number, one: Times, other: Times): boolean {
  for (let field = at * COLUMNS; field < (at + 1) * COLUMNS; field++)
    if (one.numbers[field] !== other.numbers[field]) return false;
  return one.others.get(at) === other.others.get(at);
}

function describeTimes(at: number, { numbers, others }: Times): PathState {
  return others.get(at) ?? numbers.subarray(at * COLUMNS, (at + 1) * COLUMNS).join(" ");
}
