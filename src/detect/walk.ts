import { statPath } from "../system/files/file-stat.ts";
import { listDirectory } from "../system/files/list-directory.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { PathTest } from "./exclude.ts";

export interface WalkedTree {
  /** Regular files and links, but no FIFOs, sockets or devices. */
  readonly files: readonly RepoPath[];
  /** Directories and files whose names or kinds could not be read. */
  readonly unreadable: readonly RepoPath[];
}

/** Every file below the root that is not excluded. Links are not followed; a nested repository is walked too. */
export function walkTree(root: string, excluded: PathTest): WalkedTree {
  const files: RepoPath[] = [];
  const unreadable: RepoPath[] = [];
  const pending: string[] = [""];
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    const names = listDirectory(`${root}/${directory}`);
    if (names === "absent") continue;
    if (names === "unreadable") {
      unreadable.push((directory.slice(0, -1) || ".") as RepoPath);
      continue;
    }
    for (const name of names) {
      const path = `${directory}${name}` as RepoPath;
      if (excluded(path)) continue;
      const stat = statPath(`${root}/${path}`);
      if (stat === "unreadable") unreadable.push(path);
      else if (stat === "absent" || stat.kind === "special") continue;
      else if (stat.kind === "directory") pending.push(`${path}/`);
      else files.push(path);
    }
  }
  return { files, unreadable };
}
