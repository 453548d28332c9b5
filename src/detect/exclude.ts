import picomatch from "picomatch";
import type { RepoPath } from "../vocabulary/path.ts";

export type PathTest = (path: RepoPath) => boolean;

/** What this tool itself writes into a repository's root. It is never part of the tree that it verifies. */
const OWN = new Set([".verification-cache", ".verification", ".verification-baseline.json"]);

/**
 * Tells which paths are left out: git's own files at any depth, this tool's own, and what a glob matches. A
 * glob that matches a directory leaves out everything below it. Letters case counts, and dots are nothing
 * special.
 */
export function createExclude(globs: readonly string[]): PathTest {
  const pattern = globs.length === 0 ? null : compileGlobs(globs);
  const directories = new Map<string, boolean>();
  const directoryExcluded = (directory: string): boolean => {
    let excluded = directories.get(directory);
    if (excluded === undefined) {
      excluded = testPath(directory);
      directories.set(directory, excluded);
    }
    return excluded;
  };
  const testPath = (path: string): boolean => {
    const slash = path.lastIndexOf("/");
    if (slash === -1 ? OWN.has(path) : directoryExcluded(path.slice(0, slash))) return true;
    return path.endsWith(".git") && isGitName(path, slash) ? true : pattern !== null && pattern.test(path);
  };
  return testPath;
}

function isGitName(path: string, slash: number): boolean {
  return path.length - slash - 1 === ".git".length;
}

/** One expression for all globs. */
function compileGlobs(globs: readonly string[]): RegExp {
  return new RegExp(globs.map((glob) => `(?:${globExpression(glob).source})`).join("|"), "s");
}

/**
 * Paths are compared with the glob as it is written: a leading `!` is part of a name. The s flag is for names
 * with a newline in them.
 */
export function globExpression(glob: string): RegExp {
  const plain = plainGlob(glob);
  return plain === ""
    ? /(?!)/
    : new RegExp(picomatch.makeRe(plain, { dot: true, nonegate: true }).source, "s");
}

/** Without what says nothing: a leading `./` or `/`, a trailing `/`. */
export function plainGlob(glob: string): string {
  return glob.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
}
