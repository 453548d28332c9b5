import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isWithin } from "../../paths/is-within.ts";
import { notePath } from "../../system/observed/path-notes.ts";
import { memoize } from "../../values/memo.ts";
import { packageName } from "./disk.ts";

/** Records where a resolver looks, because it does not say so itself. */
export interface Lookups {
  /** Call it before resolving `specifier` from the file `from`; both as passed to the resolver. */
  before(from: string, specifier: string): void;
  /** Call it with the file that the resolver found. */
  found(path: string): void;
}

/** Inside the repository, new files show in the names of its directories. This records only lookups elsewhere. */
export function createLookups(root: string): Lookups {
  /** Whether it is a directory of the repository, or could become one. */
  const isListed = memoize((directory: string): boolean => {
    if (!isWithin(root, directory) || /\/(?:node_modules|\.git)(?:\/|$)/.test(directory.slice(root.length)))
      return false;
    try {
      return realpathSync(directory) === directory;
    } catch {
      return isListed(dirname(directory));
    }
  });
  /** Whatever its extension, a new file appears beside or inside the named path. */
  const noteFile = (path: string): void => {
    if (isListed(path)) return;
    notePath(dirname(path), "names");
    notePath(path, "names");
    notePath(join(path, "package.json"), "thing");
  };
  const installed = new Map<string, readonly string[]>();
  /** The directories that are searched for packages, nearest first. */
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
      // The resolver may find another file beside it instead.
      if (path.includes("/node_modules/")) notePath(dirname(path), "names");
    },
  };
}
