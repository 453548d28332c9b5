import { withSameKeys } from "../values/layered-map.ts";

/** All directories that contain any of the paths, at any depth. */
export function directoriesOf(paths: Iterable<string>): ReadonlySet<string> {
  const directories = new Set<string>();
  let latest = "/";
  for (const path of paths) {
    // Lists of files name one directory many times in a row.
    if (path.startsWith(latest) && path.indexOf("/", latest.length) === -1) continue;
    const end = path.lastIndexOf("/");
    for (let at = end; at > 0; at = path.lastIndexOf("/", at - 1)) {
      const directory = path.slice(0, at);
      if (directories.has(directory)) break;
      directories.add(directory);
    }
    if (end > 0) latest = path.slice(0, end + 1);
  }
  return directories;
}

const directoriesKnown = new WeakMap<object, ReadonlySet<string>>();
const pathsKnown = new WeakMap<object, readonly string[]>();
const sorted = new WeakSet<readonly string[]>();

/** Says which list of paths a snapshot was made from, and that it is sorted. */
export function keepSortedPaths(files: ReadonlyMap<string, unknown>, paths: readonly string[]): void {
  pathsKnown.set(files, paths);
  sorted.add(paths);
}

/** Whether a list is known to be sorted. */
export function isKnownSorted(paths: readonly string[]): boolean {
  return sorted.has(paths);
}

/** The same for the files of a snapshot, which never change. */
export function directoriesOfFiles(files: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const keyed = withSameKeys(files);
  let directories = directoriesKnown.get(keyed);
  if (directories === undefined) directoriesKnown.set(keyed, (directories = directoriesOf(listPaths(keyed))));
  return directories;
}

/** The paths of a snapshot. */
export function listPaths<P extends string>(files: ReadonlyMap<P, unknown>): readonly P[] {
  const keyed = withSameKeys(files);
  let paths = pathsKnown.get(keyed) as readonly P[] | undefined;
  if (paths === undefined) pathsKnown.set(keyed, (paths = [...keyed.keys()]));
  return paths;
}
