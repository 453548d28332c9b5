import { hash } from "node:crypto";
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";
import { RULES, type CanLeadTo } from "../../paths/name-words.ts";
import { isOwnFile } from "../../paths/own-files.ts";
import { notePath } from "./path-notes.ts";

/**
 * The names in a directory, with a trailing slash for directories, and the stats of the directory from before they were
 * read; empty if these say nothing.
 */
export interface ListedDirectory {
  readonly stamp: string;
  readonly names: readonly string[];
}

/** The directories of a repository by path from its root; the root's is empty. */
export type Listing = ReadonlyMap<string, ListedDirectory>;

/** What directories showed, as far as it matters. */
export type DirectoryStates = readonly DirectoryState[];
type DirectoryState = readonly [
  path: string,
  stamp: string,
  /** A digest of the names that a reference could resolve to. */
  seen: string,
  /** The same for those outside the tree. */
  beside: string,
];

const NOT_ENTERED = new Set([".git", "node_modules"]);
/** With more directories, looking at all of them again would take too long. */
const MOST = 5000;
/** The coarsest clock of a file system in use has steps of two seconds. */
const GRANULARITY_MS = 2000;
const RULING = /^(?:package|[jt]sconfig[^/]*)\.json$/;

/**
 * Lists the names in every directory of a repository, including ignored ones but not installed packages: resolvers look
 * for many names, and do not say which. Files that decide where others are found are noted. Null if there are too many.
 */
export function listDirectories(root: string): Listing | null {
  for (let above = dirname(root); ; above = dirname(above)) {
    for (const name of RULES) notePath(join(above, name), "thing");
    if (above === dirname(above)) break;
  }
  const found = new Map<string, ListedDirectory>();
  const visit: Walk["visit"] = (path, listed) => {
    if (found.size >= MOST) return false;
    found.set(path, listed);
    for (const name of listed.names)
      if (RULES.has(name) || RULING.test(name)) notePath(join(root, path, name), "thing");
    return true;
  };
  const isWhole = walk(root, [""], { visit, isEntered: () => true });
  return isWhole ? found : null;
}

/** Whether a path is a file of the tree, or a directory of it. */
export type IsInTree = (path: string) => boolean;

export interface StateOptions {
  readonly sight: CanLeadTo;
  readonly isInTree: IsInTree;
}

export interface LookOptions {
  readonly root: string;
  /** Called only if something has changed. */
  readonly find: () => StateOptions;
}

/** What a listing shows about names that a reference could resolve to. */
export function describeListing(listing: Listing, options: StateOptions): DirectoryStates {
  return [...listing].map(([path, listed]) => describeDirectory(path, listed, options));
}

function describeDirectory(
  path: string,
  { stamp, names }: ListedDirectory,
  { sight, isInTree }: StateOptions,
): DirectoryState {
  const seen = names.filter((name) => sight(path, nameOf(name)));
  const beside = seen.filter((name) => !isInTree(path === "" ? nameOf(name) : `${path}/${nameOf(name)}`));
  return [path, stamp, digest(seen), digest(beside)];
}

function nameOf(listed: string): string {
  return listed.endsWith("/") ? listed.slice(0, -1) : listed;
}

/**
 * Looks at directories again. Returns what they show now if no name was added or removed that a reference could resolve
 * to, and null otherwise; `among` says whether names of the tree count too. Reads only those whose times changed.
 */
export function lookAtDirectories(
  before: DirectoryStates,
  { root, find }: LookOptions,
  among: "all" | "beside",
): DirectoryStates | null {
  const at = among === "all" ? 2 : 3;
  const now: DirectoryState[] = [];
  const moved: DirectoryState[] = [];
  for (const state of before) (isSame(root, state) ? now : moved).push(state);
  if (moved.length === 0) return before;
  const options = find();
  const known = new Map(before.map((state) => [state[0], state]));
  const reached = new Set<string>();
  const visit: Walk["visit"] = (path, listed) => {
    const state = describeDirectory(path, listed, options);
    if (state[at] !== (known.get(path)?.[at] ?? NONE) || now.length >= MOST) return false;
    now.push(state);
    reached.add(path);
    return true;
  };
  const starts = moved.map(([path]) => path);
  // Known directories have not changed, or are looked at separately.
  if (!walk(root, starts, { visit, isEntered: (path) => !known.has(path) })) return null;
  // A removed directory had nothing that matters.
  return moved.every((state) => reached.has(state[0]) || state[at] === NONE) ? now : null;
}

function isSame(root: string, [path, stamp]: DirectoryState): boolean {
  return stamp !== "" && stampOf(join(root, path)) === stamp;
}

interface Walk {
  readonly visit: (path: string, listed: ListedDirectory) => boolean;
  readonly isEntered: (path: string) => boolean;
}

/** False if `visit` ends the walk. */
function walk(root: string, starts: readonly string[], { visit, isEntered }: Walk): boolean {
  const pending = [...starts];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const directory = join(root, path);
    // Read before the names, so that a name added in between counts once too often, and never too rarely.
    const stamp = stampOf(directory);
    if (stamp === null) continue;
    const isOwn = (name: string): boolean => path === "" && isOwnFile(name);
    const entries = tryList(directory).filter(({ name }) => !isOwn(name));
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    if (!visit(path, { stamp, names })) return false;
    for (const entry of entries) {
      const below = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory() && !NOT_ENTERED.has(entry.name) && isEntered(below)) pending.push(below);
    }
  }
  return true;
}

/** Empty if it may change without its times showing it; null if there is no directory. */
function stampOf(directory: string): string | null {
  try {
    const stats = lstatSync(encodePath(directory), { throwIfNoEntry: false });
    if (stats?.isDirectory() !== true) return null;
    const { mtimeMs, ctimeMs, ino } = stats;
    if (Math.max(mtimeMs, ctimeMs) > Date.now() - GRANULARITY_MS) return "";
    return `${mtimeMs} ${ctimeMs} ${ino}`;
  } catch {
    return null;
  }
}

function tryList(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Stands for no names. */
const NONE = "";

function digest(names: readonly string[]): string {
  return names.length === 0 ? NONE : hash("sha256", [...names].sort().join("/"), "hex").slice(0, 16);
}
