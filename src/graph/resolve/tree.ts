import { firstNotBelow } from "../../values/search-sorted.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";

/** The names of a snapshot's files, prepared for many queries. */
export interface TreeIndex {
  /** Sorted. */
  readonly paths: readonly RepoPath[];
  readonly has: (path: string) => path is RepoPath;
  readonly hasDirectory: (path: string) => boolean;
  /** Every file whose path starts with this text. */
  readonly startingWith: (prefix: string) => readonly RepoPath[];
}

export function indexTree(snapshot: Snapshot): TreeIndex {
  const paths = [...snapshot.files.keys()].sort();
  const directories = new Set<string>(["."]);
  for (const path of paths) {
    for (let parent = directoryOf(path); !directories.has(parent); parent = directoryOf(parent)) {
      directories.add(parent);
    }
  }
  return {
    paths,
    has: (path): path is RepoPath => snapshot.files.has(path as RepoPath),
    hasDirectory: (path) => directories.has(path),
    startingWith: (prefix) => {
      const first = firstNotBelow<string>(paths, prefix);
      let end = first;
      while (end < paths.length && (paths[end] as string).startsWith(prefix)) end += 1;
      return paths.slice(first, end);
    },
  };
}

/** The directory that contains a path; `.` for the root. */
export function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "." : path.slice(0, slash);
}

/** The nearest directory with a package.json, from the given one upwards; `.` if there is none. */
export function packageDirectory(tree: TreeIndex, directory: string): string {
  for (let at = directory; ; at = directoryOf(at))
    if (at === "." || tree.has(`${at}/package.json`)) return at;
}

/** Joins a relative path to a directory; undefined if it leaves the repository. */
export function joinPath(directory: string, relative: string): string | undefined {
  const parts = directory === "." ? [] : directory.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? "." : parts.join("/");
}
