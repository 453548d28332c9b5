import { globExpression } from "../paths/glob.ts";
import { isOwnFile } from "../paths/own-files.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

export type PathTest = (path: RepoPath) => boolean;

/**
 * Tells which paths are left out: git's own files at any depth, this tool's own files, and what a glob matches. A glob
 * that matches a directory leaves out everything below it. Letter case counts, and dots are not special.
 */
export function createExclude(globs: readonly string[]): PathTest {
  const key = JSON.stringify(globs);
  const test = tests.get(key) ?? createTest(globs);
  if (tests.size >= MOST_TESTS) tests.clear();
  tests.set(key, test);
  return test;
}

/** Equal globs give the same function, so that two listings with equal globs can be told to be equal. */
const tests = new Map<string, PathTest>();
const MOST_TESTS = 8;

function createTest(globs: readonly string[]): PathTest {
  const pattern = globs.length === 0 ? null : compileGlobs(globs);
  const directories = new Map<string, boolean>();
  let last = { path: "", excluded: false };
  /** Neighbours in a listing are often in the same directory, so the last answer is cached. */
  const insideExcluded = (path: string, slash: number): boolean => {
    if (slash !== last.path.length || !path.startsWith(last.path)) {
      const directory = path.slice(0, slash);
      const excluded = directories.get(directory) ?? isExcluded(directory);
      directories.set(directory, excluded);
      last = { path: directory, excluded };
    }
    return last.excluded;
  };
  const isExcluded = (path: string): boolean => {
    const slash = path.lastIndexOf("/");
    if (slash === -1 ? isOwnFile(path) : insideExcluded(path, slash)) return true;
    if (path.endsWith(".git") && path.length - slash - 1 === ".git".length) return true;
    return pattern !== null && pattern.test(path);
  };
  return isExcluded;
}

/** One expression for all globs. */
function compileGlobs(globs: readonly string[]): RegExp {
  return new RegExp(globs.map((glob) => `(?:${globExpression(glob).source})`).join("|"), "s");
}
