import { posix } from "node:path";
import { gitPlace, type GitSurroundings } from "../paths/git-place.ts";
import { isInPackages, isInside, isSharedCache, isSystem, type Landmarks, placeOf } from "../paths/places.ts";
import type { TracedAccess } from "../system/strace/read-trace.ts";
import { GIT_STATE } from "../vocabulary/tree/git-state.ts";
import type { Place } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/** What a path is compared with to find out what it is. */
export interface AccessContext extends Landmarks, GitSurroundings {
  /** Directories for temporary files. */
  readonly temporary: readonly string[];
  /** Files that this tool keeps for itself. */
  readonly isOwn: (path: RepoPath) => boolean;
  /** Where the link with this absolute path points; null if it is not a link. */
  readonly linkAt: (absolute: string) => string | null;
}

/** The place by which an access counts; null if it does not count. */
export function locateAccess(access: TracedAccess, context: AccessContext): Place | null {
  const { type, path, named } = access;
  const state = gitPlace(path, context) ?? gitPlace(named, context);
  if (state === "other") return null;
  if (state !== null && state !== "file") return type === "read" ? state : null;
  const place = placeOf(path, context);
  if (type === "start") return place;
  if (isInside(place)) return context.isOwn(place as RepoPath) ? null : place;
  if (isSystem(place) || isSharedCache(place)) return null;
  // A directory above the repository exists as long as the repository does, and has another name elsewhere.
  if ((type === "asked" || type === "found") && access.named === path && isAbove(path, context.root))
    return null;
  if (CACHE_OF_ALL.test(temporaryOf(path, context) ?? "")) return null;
  // Above the repository, in the home directory and among temporary files, names change that mean nothing here.
  const isCrowded = path === context.home || context.temporary.includes(path) || isAbove(path, context.root);
  return type === "list" && isCrowded ? null : place;
}

/** Directories for temporary files where tools keep what they can make again; they still open each source. */
const CACHE_OF_ALL =
  /\/(?:(?:node-)?jiti|jest_[^/]*|node-compile-cache|tsx-\d+|v8-compile-cache-[^/]*|metro-[^/]*)$/;

function isAbove(path: string, root: string): boolean {
  return path === "/" || root.startsWith(`${path}/`);
}

/** The first file or directory below a directory for temporary files. It is a program's own if the program made it. */
export function temporaryOf(path: string, context: AccessContext): string | null {
  const { temporary } = context;
  const place = placeOf(path, context);
  if (isInside(place) || place.startsWith("~/")) return null;
  const base = temporary.find((each) => path.startsWith(`${each}/`));
  if (base === undefined) return null;
  return path.slice(0, `${path}/`.indexOf("/", base.length + 1));
}

/** Inside a package, or what tools store among packages, only reads count. */
export function isWithinPackage(place: Place): boolean {
  const at = place.lastIndexOf("node_modules/");
  if (at === -1 || !isInPackages(place)) return false;
  const below = place.slice(at + "node_modules/".length).split("/");
  if (below[0]?.startsWith(".")) return below[0] !== ".bin" && below[0] !== ".pnpm";
  return below.length > (below[0]?.startsWith("@") ? 2 : 1);
}

/** For a missing path, the highest directory that is missing too: as long as it is, nothing below can exist. */
export function topmostAbsent(place: Place, isThere: (place: Place) => boolean): Place {
  let absent = place;
  for (
    let above = posix.dirname(place);
    above !== "." && above !== "/" && above !== "~";
    above = posix.dirname(above)
  ) {
    if (isThere(above)) break;
    absent = above;
  }
  return absent;
}

/** How many links may lead to one another before the system gives up. */
const MOST_LINKS = 40;

/** Every link on the way of a name, one after the other: a change of any of them changes what the name means. */
export function linksOf(named: string, context: AccessContext): readonly Place[] {
  const place = placeOf(named, context);
  if (GIT_STATE.has(place) || isSystem(place) || isSharedCache(place)) return [];
  const links: Place[] = [];
  const start = isInside(place) ? context.root : "";
  let at = start;
  let rest = named.slice(start.length).split("/");
  while (rest.length > 0 && links.length < MOST_LINKS) {
    const [part = "", ...more] = rest;
    rest = more;
    if (part === "" || part === ".") continue;
    at = part === ".." ? posix.dirname(at) : `${at === "/" ? "" : at}/${part}`;
    const target = context.linkAt(at);
    if (target === null) continue;
    links.push(placeOf(at, context));
    at = target.startsWith("/") ? "" : posix.dirname(at);
    rest = [...target.split("/"), ...rest];
  }
  return links;
}
