import { gitPlace } from "../paths/git-place.ts";
import { matchGlobs } from "../paths/glob.ts";
import { absoluteOf, isInPackages, isInside, type Landmarks } from "../paths/places.ts";
import { GIT_STATE } from "../vocabulary/tree/git-state.ts";
import type { Access, Place } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";

/** What the places of a path set are compared with. */
export interface PlaceContext extends Landmarks {
  readonly gitDirectories: readonly string[];
  readonly snapshot: Pick<Snapshot, "files">;
  /** Whether something exists now, and whether it is a file or a link. */
  readonly isThere: (place: Place) => boolean;
  readonly isFile: (place: Place) => boolean;
  /** Where a link of the tree points; null if unknown. */
  readonly leadsTo: (link: RepoPath) => Place | null;
}

/** What a unit was seen to read, sorted by what it means for a prediction. */
export interface UnitReads {
  /** Files of the repository that it used, and links of the tree that it followed. */
  readonly files: ReadonlySet<RepoPath>;
  /** These links, each with its destination. */
  readonly links: ReadonlyMap<RepoPath, Place>;
  /** Tools' own caches: without them, they might read more. */
  readonly caches: ReadonlySet<RepoPath>;
  readonly listed: ReadonlySet<RepoPath>;
  readonly missing: ReadonlySet<RepoPath>;
  /** Files of installed packages. */
  readonly packages: ReadonlySet<string>;
  /** Files of git itself. */
  readonly git: ReadonlySet<string>;
  /** Files outside the repository; absolute. */
  readonly outside: ReadonlySet<string>;
}

/** Where tools keep their results, outside the tree; they write only what changed. */
const CACHES = matchGlobs(["**/*.tsbuildinfo", "**/.*cache", "**/.{cache,*_cache,*-cache}/**"]);

export function sortPlaces(
  accesses: Iterable<readonly [place: Place, access: Access]>,
  context: PlaceContext,
): UnitReads {
  const { snapshot } = context;
  const files = new Set<RepoPath>();
  const links = new Map<RepoPath, Place>();
  const inside = { caches: new Set<RepoPath>(), listed: new Set<RepoPath>(), missing: new Set<RepoPath>() };
  const beyond = { packages: new Set<string>(), git: new Set<string>(), outside: new Set<string>() };
  for (const [place, access] of accesses) {
    const kind = kindOf(place, context);
    const path = place as RepoPath;
    const isRead = access === "content" || access === "module";
    if (kind !== "file") {
      if (isRead) beyond[kind].add(kind === "outside" ? absoluteOf(place, context) : place);
    } else if (snapshot.files.get(path)?.kind === "symlink") {
      files.add(path);
      const to = context.leadsTo(path);
      if (to !== null) links.set(path, to);
    } else if (access === "names") inside.listed.add(path);
    else if (isRead && snapshot.files.has(path)) files.add(path);
    else if (isRead && context.isFile(place)) (CACHES(path) ? inside.caches : files).add(path);
    else if (access === "presence" && !context.isThere(place)) inside.missing.add(path);
  }
  return { files, links, ...inside, ...beyond };
}

function kindOf(place: Place, context: PlaceContext): "file" | "packages" | "git" | "outside" {
  if (GIT_STATE.has(place) || gitPlace(absoluteOf(place, context), context) !== null) return "git";
  if (!isInside(place)) return "outside";
  if (place.split("/").includes(".git")) return "git";
  return isInPackages(place) ? "packages" : "file";
}
