import { dirname, join } from "node:path";
import { directoriesOf } from "../../paths/directories.ts";
import { type FileStat, statPath, type Unavailable } from "../../system/files/file-stat.ts";

/** The state of directories at one moment, by their paths from a root. */
export type DirectoryStamps = ReadonlyMap<string, FileStat | Unavailable>;

/** Stamps the root and the directories that lead from it to these files. */
export function stampDirectories(root: string, files: Iterable<string>): DirectoryStamps {
  return new Map(
    [".", ...directoriesOf(files)].map((directory) => [directory, statPath(join(root, directory))]),
  );
}

/**
 * The directories that were replaced since, or moved away and back, each with a mark that tells one such move from
 * another. If names are added or removed in a directory, both of its times change. If it is moved, only its second time
 * changes, and the first time of its parent. A link that replaced a directory shows everything.
 */
export function findMoved(root: string, before: DirectoryStamps): ReadonlyMap<string, string> {
  const now = new Map([...before.keys()].map((directory) => [directory, statPath(join(root, directory))]));
  const isRenamed = (directory: string, one: FileStat, other: FileStat): boolean => {
    const [above, aboveNow] = [before.get(dirname(directory)), now.get(dirname(directory))];
    if (typeof above !== "object" || typeof aboveNow !== "object") return true;
    const isTimed = other.kind === "symlink" || other.ctimeNs !== other.mtimeNs;
    const isSeenAbove = other.kind === "symlink" || above.mtimeNs !== aboveNow.mtimeNs;
    return one.ctimeNs !== other.ctimeNs && isTimed && isSeenAbove;
  };
  const moved = new Map<string, string>();
  for (const [directory, one] of before) {
    const current = now.get(directory) ?? "absent";
    if (directory === ".") continue;
    if (typeof one === "string" || typeof current === "string") {
      if (one !== current) moved.set(directory, String(current));
    } else if (one.ino !== current.ino || isRenamed(directory, one, current))
      moved.set(directory, `${current.ino} ${current.ctimeNs}`);
  }
  return moved;
}
