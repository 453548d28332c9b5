import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isOwnFile } from "../../paths/own-files.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { runGit } from "../git/git.ts";
import { splitPaths } from "./path-list.ts";

const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git"]);
/** Enough for a directory that is not a repository. */
const MOST = 20_000;

/** The files below a root that git does not ignore; without git, all but installed packages. */
export async function listFiles(root: string): Promise<readonly RepoPath[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const output = await runGit({ root, args });
  const files = output.ok ? splitPaths(output.stdout) : walk(root);
  return files.filter((path) => !isOwnFile(path));
}

/** The links among the files that git tracks; without git, none is known. */
export async function listLinks(root: string): Promise<readonly RepoPath[]> {
  const output = await runGit({ root, args: ["ls-files", "-z", "--stage"] });
  if (!output.ok) return [];
  return splitPaths(output.stdout).flatMap((entry) => {
    const tab = entry.indexOf("\t");
    return entry.startsWith("120000 ") ? [entry.slice(tab + 1) as RepoPath] : [];
  });
}

function walk(root: string): readonly RepoPath[] {
  const found: RepoPath[] = [];
  const directories = [""];
  for (const directory of directories) {
    for (const entry of tryList(join(root, directory))) {
      const path = directory === "" ? entry.name : `${directory}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) directories.push(path);
      else if (entry.isFile()) found.push(path as RepoPath);
    }
    if (found.length > MOST) break;
  }
  return found;
}

function tryList(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
