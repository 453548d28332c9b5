import { posix } from "node:path";
import { statPath } from "../../system/files/file-stat.ts";
import { memoize } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import type { FileClock } from "../../system/files/file-clock.ts";

/** Tells a state of a written file from another. */
type Stamp = string;

const NO_MOVES: readonly Stamp[] = [];

/** Files that were written, or moved away and back, since the watch began. */
export interface Written {
  /** Null if it was left alone. */
  readonly stampOf: (path: RepoPath) => Stamp | null;
  /** All of them. Looks at every file. */
  readonly list: () => ReadonlyMap<RepoPath, Stamp>;
}

/**
 * Watches the files of a snapshot from the moment of the clock. The returned function tells what was written since. The
 * second time of a file changes with everything that happens to it, and only the system sets it. So nothing has to be
 * noted beforehand, and a file is looked at only when somebody asks for it.
 */
export function watchTimes(
  { root, files }: Pick<Snapshot, "root" | "files">,
  clock: FileClock,
): () => Written {
  return () => {
    const since = clock.wasSetBack() ? 0n : clock.since;
    const movesAbove = createMovesAbove(root, since);
    const stampOfPart = (part: string): Stamp =>
      [...stampOfFile(`${root}/${part}`, since), ...movesAbove(part)].join(" ");
    const stampOf = memoize((path: RepoPath): Stamp | null => {
      const parts = partsOf(path, files).flatMap((part) => {
        const stamp = stampOfPart(part);
        return stamp === "" ? [] : [`${part}\n${stamp}`];
      });
      return parts.length === 0 ? null : parts.join("\n");
    });
    const list = (): ReadonlyMap<RepoPath, Stamp> => {
      const written = new Map<RepoPath, Stamp>();
      for (const path of files.keys()) {
        const stamp = stampOf(path);
        if (stamp !== null) written.set(path, stamp);
      }
      return written;
    };
    return { stampOf, list };
  };
}

/** The paths to stat: a submodule counts by its files. */
function partsOf(path: RepoPath, files: Snapshot["files"]): readonly string[] {
  return files.get(path)?.within?.map((inner) => `${path}/${inner}`) ?? [path];
}

/** Empty if the file was left alone. */
function stampOfFile(absolute: string, since: bigint): readonly Stamp[] {
  const stat = statPath(absolute);
  if (typeof stat === "string") return [stat];
  const { ctimeNs, mtimeNs, size, ino, mode } = stat;
  return ctimeNs < since ? [] : [`${mtimeNs} ${ctimeNs} ${size} ${ino} ${mode}`];
}

/**
 * The directories above a path that were replaced since, or moved away and back: for each a stamp that tells one such move
 * from another. If names are added or removed in a directory, both of its times change. If it is moved, only its second
 * time changes, and the first time of its parent.
 */
function createMovesAbove(root: string, since: bigint): (path: string) => readonly Stamp[] {
  const stat = memoize((directory: string) => statPath(posix.join(root, directory)));
  const moveOf = (directory: string): readonly Stamp[] => {
    const own = stat(directory);
    if (typeof own === "string" || own.kind !== "directory") return [`${directory} is gone`];
    if (own.ctimeNs < since || own.ctimeNs === own.mtimeNs) return [];
    const above = stat(posix.dirname(directory));
    if (typeof above === "object" && above.mtimeNs < since) return [];
    return [`${own.ino} ${own.ctimeNs}`];
  };
  const movesDownTo = memoize((directory: string): readonly Stamp[] =>
    directory === "." ? NO_MOVES : [...movesDownTo(posix.dirname(directory)), ...moveOf(directory)],
  );
  return (path) => movesDownTo(posix.dirname(path));
}
