import { globExpression, isGlob, plainGlob } from "../paths/glob.ts";
import { statPath } from "../system/files/file-stat.ts";
import { listDirectory } from "../system/files/list-directory.ts";
import { notePath } from "../system/observed/path-notes.ts";
import { memo, memoize } from "../values/memo.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { PathTest } from "./exclude.ts";

/** A part of a glob between two slashes; null is `**`. */
type Segment = string | RegExp | null;

export interface DeclaredFilesOptions {
  readonly root: string;
  readonly globs: readonly string[];
  readonly excluded: PathTest;
}

/**
 * The files that the globs match, even if git ignores them or an exclude pattern covers them. It enters only
 * directories in which a glob can still match. `**` does not enter an excluded directory: a glob must name it
 * (`node_modules/.package-lock.json`). Git's own files never match.
 */
export function findDeclaredFiles({ root, globs, excluded }: DeclaredFilesOptions): ReadonlySet<RepoPath> {
  const found = new Set<RepoPath>();
  // Most globs go through the same directories.
  const list = memoize(listDirectory);
  const stat = memoize(statPath);
  const gone = new Set<string>();
  for (const glob of globs.flatMap((glob) => expandBraces(plainGlob(glob)))) {
    if (isPlainPath(glob) && isBelow(gone, glob)) continue;
    const segments = parseSegments(glob);
    const isWhole = memo(() => globExpression(glob));
    const isPlain = segments.every((segment) => typeof segment === "string");
    const isMatch = (path: RepoPath): boolean => (isPlain ? path === glob : isWhole().test(path));
    const search = { root, segments, isMatch, excluded, found, gone, list, stat };
    if (glob !== "") descend(search, "", reach(segments, [0]));
  }
  return found;
}

/** Workspaces declare several names in each directory, most of which do not exist. */
function isPlainPath(glob: string): boolean {
  return !isGlob(glob) && !glob.includes("(");
}

function isBelow(gone: ReadonlySet<string>, path: string): boolean {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
    if (gone.has(path.slice(0, end))) return true;
  return false;
}

interface Search {
  readonly root: string;
  readonly segments: readonly Segment[];
  readonly isMatch: (path: RepoPath) => boolean;
  readonly excluded: PathTest;
  readonly found: Set<RepoPath>;
  /** Paths that do not exist, and are noted. */
  readonly gone: Set<string>;
  readonly list: typeof listDirectory;
  readonly stat: typeof statPath;
}

/** `positions` are the segments that may match the next name. */
function descend(search: Search, directory: string, positions: readonly number[]): void {
  for (const name of candidates(search, directory, positions)) {
    if (name === ".git" || name === "." || name === "..") continue;
    const path = `${directory}${name}` as RepoPath;
    const named = positions.flatMap((position) => stepByName(search, position, name));
    const swept = positions.filter((position) => stepBySweep(search, position, path));
    if (named.length + swept.length === 0) continue;
    notePath(`${search.root}/${path}`, "thing");
    const stat = search.stat(`${search.root}/${path}`);
    if (stat === "absent") {
      search.gone.add(path);
      continue;
    }
    const kind = stat === "unreadable" ? stat : stat.kind;
    // A link is followed only by name, never by `**`: it could lead in circles.
    const onward = kind === "directory" ? [...named, ...swept] : kind === "symlink" ? named : [];
    const below = reach(search.segments, onward).filter((position) => position < search.segments.length);
    if (below.length > 0) descend(search, `${path}/`, below);
    const ends = reach(search.segments, [...named, ...swept]).includes(search.segments.length);
    if (kind !== "directory" && ends && search.isMatch(path)) search.found.add(path);
  }
}

/** A literal name needs no listing. */
function candidates(search: Search, directory: string, positions: readonly number[]): readonly string[] {
  const segments = positions.map((position) => search.segments[position]);
  if (segments.every((segment) => typeof segment === "string")) return segments;
  notePath(`${search.root}/${directory}`, "names");
  const names = search.list(`${search.root}/${directory}`);
  return typeof names === "string" ? [] : names;
}

/** The segment after the one at `position`, if that one is not `**` and matches the name. */
function stepByName({ segments }: Search, position: number, name: string): readonly number[] {
  const segment = segments[position];
  if (segment === undefined || segment === null) return [];
  return (typeof segment === "string" ? segment === name : segment.test(name)) ? [position + 1] : [];
}

/** Whether the segment at `position` is `**` and may take this path. */
function stepBySweep({ segments, excluded }: Search, position: number, path: RepoPath): boolean {
  if (segments[position] !== null) return false;
  const slash = path.lastIndexOf("/");
  return !excluded(path) || (slash !== -1 && excluded(path.slice(0, slash) as RepoPath));
}

/** `**` can also match nothing, so the segment after it may match at once. */
function reach(segments: readonly Segment[], positions: readonly number[]): readonly number[] {
  const reached = new Set(positions);
  for (const position of reached) if (segments[position] === null) reached.add(position + 1);
  return [...reached];
}

/** A glob with a slash inside parentheses has no segments: every file is matched against all of it. */
function parseSegments(glob: string): readonly Segment[] {
  if (/\([^)]*\//.test(glob)) return [null];
  return glob.split("/").map((part) => {
    if (part === "**") return null;
    return isGlob(part) ? globExpression(part) : part;
  });
}

/** `{a/b,c}/d` becomes `a/b/d` and `c/d`. Braces without a comma (`{1..3}`) are left to the glob itself. */
function expandBraces(glob: string): readonly string[] {
  const group = /\{([^{}]*,[^{}]*)\}/.exec(glob);
  if (group === null) return [glob];
  const [before, after] = [glob.slice(0, group.index), glob.slice(group.index + group[0].length)];
  return (group[1] ?? "").split(",").flatMap((choice) => expandBraces(before + choice + after));
}
