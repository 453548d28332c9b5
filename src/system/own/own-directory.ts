import {
  closeSync,
  constants,
  fchmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  statSync,
} from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
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
 * Creates a directory and its parents up to the base, one by one, and returns those that it created, the outermost
 * first. Never follows a link.
 *
 * @param permissions these without the umask; or those of the parent directory, if others may write there too
 */
export function ensureOwnDirectory(
  place: OwnPlace,
  permissions: number | "as above" = 0o777,
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
        return unwritten({ refused: `${shown(place, at)} is not a directory: move it away` });
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

/** Removes directories that `ensureOwnDirectory` created, the innermost first, if they are empty. */
export function unmakeDirectories(made: readonly string[]): void {
  try {
    for (const directory of made.toReversed()) rmdirSync(encodePath(directory));
  } catch {
    // Somebody has put something there meanwhile.
  }
}

/**
 * The permissions for others in a directory that several users write to, whatever the umask of one of them; undefined
 * for a private directory, or one where users can only change their own files.
 */
export function sharedPermissions(directory: string): number | undefined {
  const { mode } = statSync(encodePath(directory));
  const isShared = (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
  return isShared ? mode & 0o2777 : undefined;
}

/** False if another process was faster. */
function makeDirectory(path: string, permissions: number | "as above"): boolean {
  try {
    const shared = permissions === "as above" ? sharedPermissions(dirname(path)) : undefined;
    mkdirSync(encodePath(path), { mode: permissions === "as above" ? 0o777 : permissions });
    if (shared !== undefined) permit(path, shared);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Only for a directory: otherwise, a link in its place would change the permissions of something else. */
function permit(directory: string, permissions: number): void {
  const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;
  const fd = openSync(encodePath(directory), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    fchmodSync(fd, permissions);
  } finally {
    closeSync(fd);
  }
}
