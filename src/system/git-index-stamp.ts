import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { statPath } from "./file-stat.ts";

/**
 * Tells one state of the index of the repository around `directory` from another, without starting git. Git
 * replaces the file whenever it writes it, so two equal stamps mean that nothing was written in between.
 */
export function indexStamp(directory: string): string {
  const repository = findGitDirectory(directory);
  if (repository === null) return "none";
  const stat = statPath(`${repository}/index`);
  return typeof stat === "string" ? stat : [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(":");
}

/** A work tree or a submodule has a file `.git` that names the place. */
function findGitDirectory(directory: string): string | null {
  const candidate = `${directory}/.git`;
  const stat = statPath(candidate);
  if (typeof stat !== "string") {
    if (stat.kind !== "file" && stat.kind !== "executable") return candidate;
    const named = /^gitdir: (.*?)\r?\n*$/s.exec(readText(candidate))?.[1];
    return named === undefined ? null : resolve(directory, named);
  }
  const parent = dirname(directory);
  return parent === directory ? null : findGitDirectory(parent);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
