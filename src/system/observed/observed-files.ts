/**
 * The file system as it is looked at while a repository is assessed: the same functions as Node's, and what
 * they look at is noted. Anyone who reads something that the snapshot does not cover reads it through these, so
 * that a later run can tell that nothing of it has changed.
 */
import * as fs from "node:fs";
import { statPath } from "../files/file-stat.ts";
import { notePath } from "./path-notes.ts";
import type { PathAspect } from "./path-state.ts";

export type { Stats } from "node:fs";

export const existsSync: typeof fs.existsSync = (path) => {
  notePath(path as string, "thing");
  return fs.existsSync(path);
};

/** Whether something exists. What cannot be read counts as existing: reading it reports what is wrong. */
export function isThere(path: string): boolean {
  notePath(path, "thing");
  return statPath(path) !== "absent";
}

/** Undefined if nothing is there, or if it cannot be read. */
export function statIfSeen(path: string): fs.Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export const statSync = noting(fs.statSync);
export const lstatSync = noting(fs.lstatSync);
export const accessSync = noting(fs.accessSync);
export const openSync = noting(fs.openSync);
export const readFileSync = noting(fs.readFileSync);
export const realpathSync: typeof fs.realpathSync = Object.assign(noting(fs.realpathSync, "place"), {
  native: fs.realpathSync.native,
});

export function readdirSync(path: string): string[] {
  notePath(path, "names");
  return fs.readdirSync(path);
}

/**
 * Everything below a directory that is not a directory itself, relative to it. Links to directories are followed if
 * `follow` says so, each place once.
 */
export function listBelow(
  directory: string,
  {
    isEntered = () => true,
    follow = false,
  }: { isEntered?: (path: string) => boolean; follow?: boolean } = {},
): string[] {
  const found: string[] = [];
  const places = new Set<string>();
  const pending = [""];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    const place = realpathSync(`${directory}/${below}`);
    if (places.has(place)) continue;
    places.add(place);
    notePath(`${directory}/${below}`, "names");
    for (const entry of fs.readdirSync(`${directory}/${below}`, { withFileTypes: true })) {
      const path = `${below}${entry.name}`;
      if (!isEntered(path)) continue;
      if (entry.isDirectory() || (follow && isLinkedDirectory(entry, `${directory}/${path}`)))
        pending.push(`${path}/`);
      else found.push(path);
    }
  }
  return found;
}

function isLinkedDirectory(entry: fs.Dirent, path: string): boolean {
  return entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function noting<F extends (path: never, ...rest: never[]) => unknown>(
  call: F,
  look: PathAspect = "thing",
): F {
  return ((path: never, ...rest: never[]) => {
    notePath(path as string, look);
    return call(path, ...rest);
  }) as F;
}
