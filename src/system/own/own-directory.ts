import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";
import { reasonOf, type Unavailable } from "../files/file-stat.ts";
import {
  absolute,
  linkAt,
  lstat,
  type OwnPlace,
  type Refused,
  refuseLinks,
  shown,
  type Unwritten,
  unwritten,
} from "./own-place.ts";

/**
 * Makes a directory and those above it up to the base, one by one, and says which it had to make, the outermost
 * first. A link is not followed, wherever it leads.
 */
export function ensureOwnDirectory(
  place: OwnPlace,
  permissions: number = 0o777,
): { readonly made: readonly string[] } | Unwritten {
  const made: string[] = [];
  const base = resolve(place.base);
  try {
    const linked = refuseLinks(place);
    if (linked !== null) return unwritten(linked);
    let at = base;
    for (const name of relative(base, absolute(place)).split(sep).filter(Boolean)) {
      at = join(at, name);
      if (lstat(at) === undefined && makeDirectory(at, permissions)) made.push(at);
      const stats = lstat(at);
      if (stats?.isSymbolicLink() === true) return unwritten(linkAt(place, at));
      if (stats?.isDirectory() !== true)
        return unwritten({ refused: `${shown(place, at)} is no directory: move it away` });
    }
    return { made };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/** The names in a directory, sorted. */
export function listOwn(place: OwnPlace): readonly string[] | Unavailable | Refused {
  try {
    return refuseLinks(place) ?? readdirSync(encodePath(absolute(place))).sort();
  } catch (error) {
    return reasonOf(error);
  }
}

/** Removes directories that `ensureOwnDirectory` made, the innermost first, as far as they are empty. */
export function unmakeDirectories(made: readonly string[]): void {
  try {
    for (const directory of made.toReversed()) rmdirSync(encodePath(directory));
  } catch {
    // Somebody has put something there meanwhile.
  }
}

/** False where somebody else was faster. */
function makeDirectory(path: string, permissions: number): boolean {
  try {
    mkdirSync(encodePath(path), { mode: permissions });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
