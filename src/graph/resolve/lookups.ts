import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isWithin } from "../../paths/is-within.ts";
import { notePath } from "../../system/observed/path-notes.ts";
import { memoize } from "../../values/memo.ts";
import { packageName } from "./disk.ts";

/** Notes where a resolver looks that does not say so itself. */
export interface Lookups {
  /** To be called before `specifier` is resolved from the file `from`; both as the resolver gets them. */
  before(from: string, specifier: string): void;
  /** To be called with the file that it led to. */
  found(path: string): void;
}

/** Inside the repository, what appears shows in the names of its directories; these are about what lies elsewhere. */
export function createLookups(root: string): Lookups {
  /** A directory of the repository, or one that could come into being in it. */
  const isListed = memoize((directory: string): boolean => {
    if (!isWithin(root, directory) || /\/(?:node_modules|\.git)(?:\/|$)/.test(directory.slice(root.length)))
      return false;
    try {
      return realpathSync(directory) === directory;
    } catch {
      return isListed(dirname(directory));
    }
  });
  /** Whatever ending it gets, a file appears beside or in what is named. */
  const noteFile = (path: string): void => {
    if (isListed(path)) return;
    notePath(dirname(path), "names");
    notePath(path, "names");
    notePath(join(path, "package.json"), "thing");
  };
  const installed = new Map<string, readonly string[]>();
  /** The directories that packages are looked for in, nearest first. */
  const packagesAbove = (directory: string): readonly string[] => {
    const known = installed.get(directory);
    if (known !== undefined) return known;
    const own = join(directory, "node_modules");
    notePath(own, "thing");
    const parent = dirname(directory);
    const above = parent === directory ? [] : packagesAbove(parent);
    const all = existsSync(own) ? [own, ...above] : above;
    installed.set(directory, all);
    return all;
  };
  return {
    before: (from, specifier) => {
      if (/^\.{1,2}(?:\/|$)/.test(specifier)) return noteFile(join(dirname(from), specifier));
      const name = packageName(specifier);
      for (const packages of packagesAbove(dirname(from))) {
        notePath(join(packages, name), "thing");
        notePath(join(packages, name, "package.json"), "thing");
        if (name !== specifier) noteFile(join(packages, specifier));
      }
    },
    found: (path) => {
      notePath(path, "thing");
      // Another file beside it may be found in its place.
      if (path.includes("/node_modules/")) notePath(dirname(path), "names");
    },
  };
}
