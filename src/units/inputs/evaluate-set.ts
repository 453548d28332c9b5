import { dirname, join } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";
import { placeIn } from "../../paths/path-sets.ts";
import { absoluteOf, isInPackages, isInside, type Landmarks, placeOf } from "../../paths/places.ts";
import { readLink } from "../../system/files/file-stat.ts";
import { lstatSync, readdirSync, statIfSeen } from "../../system/observed/observed-files.ts";
import { memoize } from "../../values/memo.ts";
import { shortHash } from "../../values/short-hash.ts";
import { GIT_HEAD, GIT_INDEX } from "../../vocabulary/tree/git-state.ts";
import type { Access, NamedPathSet, PathSetId, Place } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { createInstalledPackages } from "../packages/installed-packages.ts";
import { fileValue, manifestOf, type Tree } from "../tree.ts";
import { createChildren } from "./children.ts";
import { createLeadsElsewhere } from "./leads-elsewhere.ts";

/** The value of a path set in one tree: the hash of a manifest of all its places; null if a value is unknown. */
export type EvaluateSet = (set: NamedPathSet) => Promise<string | null>;

export interface EvaluateOptions extends Landmarks {
  readonly tree: Tree;
  /** Says where to look for programs. */
  readonly env: NodeJS.ProcessEnv;
  /** Files that checks declare as outputs: no directory listing includes them. */
  readonly isOutput: (path: RepoPath) => boolean;
}

/** Evaluates each set once, and each place once for all sets, however many units depend on it. */
export function createEvaluateSet(options: EvaluateOptions): EvaluateSet {
  const valueOf = createValueOf(options);
  const findAbove = memoize((name: string) => listAbove(name, options));
  const known = new Map<PathSetId, Promise<string | null>>();
  const evaluate = async ({ set }: NamedPathSet): Promise<string | null> => {
    const values: [Place, string][] = [];
    const places = new Set<Place>();
    const missed = new Set<string>();
    for (const [access, directory, names] of set.accesses) {
      // The unit knows which fields count.
      if (access === "fields") continue;
      for (const name of names) {
        const place = placeIn(directory, name);
        const value = await valueOf[access](place);
        if (value === null) return null;
        values.push([place, value]);
        places.add(place);
        if (value === ABSENT && !isInside(place)) missed.add(name);
      }
    }
    // A search upwards from another checkout missed it, but a search upwards from this one would find it.
    for (const name of missed)
      for (const place of findAbove(name)) if (!places.has(place)) values.push([place, "above"]);
    return manifestOf(options.tree, values);
  };
  return (named) => {
    let value = known.get(named.id);
    if (value === undefined) known.set(named.id, (value = evaluate(named)));
    return value;
  };
}

/** Null if the value is unknown. */
type ValueOf = (place: Place) => string | null | Promise<string | null>;

export const ABSENT = "absent";

function createValueOf(options: EvaluateOptions): Readonly<Record<Exclude<Access, "fields">, ValueOf>> {
  const { tree, isOutput } = options;
  const { snapshot, graph } = tree;
  const installed = createInstalledPackages();
  const childrenOf = createChildren(tree.snapshot, isOutput);
  const leadsElsewhere = createLeadsElsewhere(options);
  const hash = async (absolute: string): Promise<string | null> =>
    statIfSeen(absolute) === undefined ? ABSENT : await tree.hashFile(absolute);
  const manifestId = memoize(hash);
  const inPackages = async (absolute: string): Promise<string | null> => {
    const file = installed(absolute);
    if (file === "absent") return ABSENT;
    if (file === "file") return hash(absolute);
    const id = await manifestId(file.manifest);
    return id === null ? null : `package ${id} ${shortHash(file.told).slice(0, 16)}`;
  };
  const content = memoize(async (place: Place): Promise<string | null> => {
    if (place === GIT_HEAD) return `commit ${snapshot.commit ?? "none"} ${snapshot.branch ?? ""}`;
    if (place === GIT_INDEX) return `tree ${shortHash([snapshot.commit, [...snapshot.files]])}`;
    if (isInside(place) && snapshot.files.has(place as RepoPath)) {
      const { value, unknown } = await fileValue(tree, place as RepoPath);
      return unknown === null ? value : null;
    }
    if (snapshot.unreadable.has(place as RepoPath)) return null;
    const absolute = absoluteOf(place, options);
    if (isInPackages(place)) return inPackages(absolute);
    const id = await hash(absolute);
    return id === null || isInside(place) ? id : `${id}${leadsElsewhere(absolute)}`;
  });
  const module = memoize(async (place: Place): Promise<string | null> => {
    const value = await content(place);
    const leads = graph
      .references(place as RepoPath)
      .flatMap(({ reference, resolution }) =>
        reference.type === "import" && reference.strength === "strong" && reference.typeOnly !== true
          ? [[reference.specifier, resolution.state, resolution.files, resolution.outside]]
          : [],
      );
    return value === null || leads.length === 0 ? value : `${value} to ${shortHash(leads).slice(0, 16)}`;
  });
  const names = memoize((place: Place): string => {
    const listed = isInside(place) ? childrenOf(place) : undefined;
    return `names ${shortHash([...(listed ?? tryList(absoluteOf(place, options)))].sort())}`;
  });
  const presence = memoize((place: Place): string => {
    const entry = isInside(place) ? snapshot.files.get(place as RepoPath) : undefined;
    if (entry !== undefined) return entry.kind === "symlink" ? `link ${entry.id}` : "file";
    if (isInside(place) && childrenOf(place) !== undefined) return "directory";
    const absolute = absoluteOf(place, options);
    const other = isInside(place) ? "" : leadsElsewhere(absolute);
    const link = linkAt(absolute);
    if (link !== null) return `link ${link.replace(options.root, "{root}")}${other}`;
    const stats = statIfSeen(absolute);
    return stats === undefined ? ABSENT : stats.isDirectory() ? "directory" : `file${other}`;
  });
  return { content, module, names, presence };
}

/** The places above the repository where this name exists. */
function listAbove(name: string, { root, home }: EvaluateOptions): readonly Place[] {
  const found: Place[] = [];
  for (let at = dirname(root); ; at = dirname(at)) {
    const path = join(at, name);
    if (statIfSeen(path) !== undefined) found.push(placeOf(path, { root, home }));
    if (at === dirname(at)) return found;
  }
}

/** The destination of a link; null for anything else. A linked package changes when its link does. */
function linkAt(absolute: string): string | null {
  try {
    return lstatSync(encodePath(absolute)).isSymbolicLink() ? readLink(absolute).toString("latin1") : null;
  } catch {
    return null;
  }
}

function tryList(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [ABSENT];
  }
}
