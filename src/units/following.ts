import { join } from "node:path";
import type { HashKind } from "../graph/closure/hash-files.ts";
import { createOutsideFiles } from "../system/observed/outside-files.ts";
import { memo } from "../values/memo.ts";
import type { Follow } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Programs } from "./sight/program-members.ts";
import { createHiddenInputs, type TestTargets } from "./inputs/hidden-inputs.ts";
import { LEFT_OUT, manifestOf, type Tree, type Unknown } from "./tree.ts";

export interface Followed {
  readonly components: Readonly<Record<string, string>>;
  readonly unknown: Unknown;
  /** Absolute paths of files outside the snapshot that the components depend on. */
  readonly beside: readonly string[];
}

/** The same, under names that say which files it was found for. */
export function prefixed(prefix: string, { components, unknown, beside }: Followed): Followed {
  return {
    beside,
    components: Object.fromEntries(
      Object.entries(components).map(([name, value]) => [`${prefix}:${name}`, value]),
    ),
    unknown,
  };
}

/**
 * How far a check looks from a target. Running a program shows no types, unless something in it looks at them; documents
 * and data are not run.
 */
export interface Sight {
  readonly follow: Follow;
  readonly types: boolean;
  /**
   * Limits what counts of other modules: to their places, to the names that they export, or to those along all imports;
   * null if everything that `follow` says counts.
   */
  readonly only: "places" | "exports" | "chains" | null;
  /**
   * Whose rules tell more exactly how far a linter looks from a file: those of packages, or also some of the repository,
   * which may open other files unless they are plain.
   */
  readonly rules: "packages" | "plain" | "own" | null;
  /** Whether the check may open files that code names in strings without importing them. */
  readonly names: boolean;
  /**
   * Whether findings about a file may depend on any other file: one that imports it, or one that a rule of the repository
   * reads.
   */
  readonly around: boolean;
  /** The programs of a compiler in which a linter's parser looks for a file; null if it needs none. */
  readonly programs: Programs | null;
  /**
   * What its rules see of other modules, if all of them are known, and so is everything that decides which of them are on.
   * Other modules that it was seen to open then count no further. Null if everything that it opened counts.
   */
  readonly sure: "file" | "places" | "exports" | "chains" | null;
}

/** What units depend on beyond their own targets, according to the graph. */
export interface Following {
  /** What one file depends on; for a test, given the other tests of its check. */
  ofFile(path: RepoPath, sight: Sight, tests: TestTargets | null): Promise<Followed>;
  /** What a set of files depends on outside itself. */
  ofFiles(paths: readonly RepoPath[], sight: Sight): Promise<Followed>;
  /** What scripts that count with everything they import depend on in addition to the tree's hashes. */
  beyond(scripts: readonly RepoPath[]): Promise<Followed>;
  /** Only what these files depend on outside the tree. */
  outsideOf(paths: readonly RepoPath[]): Promise<Followed>;
  /** Identifies these files, which are outside the tree. */
  takenFromOutside(files: ReadonlySet<RepoPath>): Promise<Followed>;
  /** Whether a change to `changed`, a file of the tree, can affect any of the paths. */
  reaches(
    paths: readonly RepoPath[],
    changed: RepoPath,
    by: { sight: Sight; tests: TestTargets | null },
  ): boolean;
  /** The same for files that count with everything they import. */
  leadsTo(paths: readonly RepoPath[], changed: RepoPath): boolean;
  /** The files that declare types for every file. */
  ambient(): string;
  /** Whether these scripts can depend on any file, because their imports are unknown. */
  areUnread(scripts: readonly RepoPath[]): boolean;
}

export function createFollowing(tree: Tree, opaqueImports: "project" | "ignore"): Following {
  const { graph, hashes, snapshot } = tree;
  const hidden = createHiddenInputs(tree, opaqueImports);
  const whole = memo(() =>
    manifestOf(
      tree,
      [...snapshot.files].flatMap(([path, entry]) =>
        tree.isLeftOut(path) ? [] : [[path, `${entry.kind} ${entry.id}`] as const],
      ),
    ),
  );
  const ambientFiles = memo(() => new Set(graph.ambient()));
  const ambient = memo(() =>
    manifestOf(
      tree,
      [...ambientFiles()].map((path) => {
        const { ambient: declared } = graph.extraction(path);
        if (declared?.kind === "declaration")
          return [
            path,
            `declares ${declared.hash} by ${hashes.dependenciesOf(path, "structure", declared.refersTo)}`,
          ];
        const own = tree.isLeftOut(path) ? LEFT_OUT : (snapshot.files.get(path)?.id ?? "");
        return [path, `declares ${own} by ${hashes.dependenciesOf(path, "structure")}`];
      }),
    ),
  );
  /** For each file, what it and everything it reaches depend on outside the tree. */
  const outside = memo(() => {
    const sources = new Map<RepoPath, Set<RepoPath>>();
    for (const path of graph.having("outside")) {
      const taken = graph.outside(path);
      if (taken.length === 0) continue;
      for (const dependent of [path, ...graph.transitiveDependents([path]).paths]) {
        const all = sources.get(dependent) ?? new Set();
        for (const each of taken) all.add(each);
        sources.set(dependent, all);
      }
    }
    return sources;
  });

  const { expand, linkedTo } = createOutsideFiles(snapshot);
  /** The state of the submodule or nested repository that contains a path. It covers all of it. */
  const submoduleOf = (path: string): string | null => {
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      const entry = snapshot.files.get(path.slice(0, at) as RepoPath);
      if (entry?.kind === "submodule") return `submodule ${entry.id}`;
    }
    return null;
  };
  const known = new Map<RepoPath, ReadonlySet<RepoPath>>();
  const dependents = (path: RepoPath): ReadonlySet<RepoPath> => {
    const all = known.get(path) ?? new Set([path, ...graph.transitiveDependents([path]).paths]);
    known.set(path, all);
    return all;
  };

  const outsideComponent = async (paths: readonly RepoPath[]): Promise<Followed> =>
    outside().size === 0
      ? NOTHING
      : takenFromOutside(new Set(paths.flatMap((path) => [...(outside().get(path) ?? [])])));
  const takenFromOutside = async (taken: ReadonlySet<RepoPath>): Promise<Followed> => {
    if (taken.size === 0) return NOTHING;
    const values = new Map<string, string>();
    const beside: string[] = [];
    let unknown: Unknown = null;
    for (const path of [...taken].flatMap((each) => expand(each)).sort()) {
      if (NOTES.test(path)) continue;
      const absolute = join(snapshot.root, path);
      beside.push(absolute);
      if (tree.isLeftOut(path)) {
        // Still watched: the product of another check must not change while it is read.
        tree.addBeside(absolute);
        continue;
      }
      const linked = linkedTo(path);
      if (linked !== undefined) {
        // By its destination: that is a file of the tree, which the graph reaches too.
        tree.addBeside(absolute);
        values.set(path, `link to ${linked}`);
        continue;
      }
      const id = submoduleOf(path) ?? (await tree.hashFile(absolute));
      if (id === null) unknown ??= `${path} cannot be read`;
      values.set(path, id ?? "unreadable");
    }
    return { components: values.size === 0 ? {} : { outside: manifestOf(tree, values) }, unknown, beside };
  };

  const isUnreadTarget = (path: RepoPath): boolean => opaqueImports === "project" && !tree.isRead(path);
  const areUnread = (scripts: readonly RepoPath[]): boolean =>
    scripts.some((path) => !SHELL.test(path) && isUnreadTarget(path));
  const kindOf = (path: RepoPath, { follow, types, names, only }: Sight): HashKind => {
    if (follow !== "content") return only ?? (names ? "structure" : "types");
    const { kind } = graph.extraction(path).outline;
    return types || kind === "data" || kind === "document" ? "content" : "program";
  };
  const reachesAny = (paths: readonly RepoPath[], changed: RepoPath): boolean => {
    const reached = dependents(changed);
    return paths.some((path) => reached.has(path));
  };

  const followAll = async (
    paths: readonly RepoPath[],
    { follow, types, only, around }: Sight,
    { dependencies, tests }: { readonly dependencies: () => string; readonly tests: TestTargets | null },
  ): Promise<Followed> => {
    if (follow === "none") return NOTHING;
    const beyond = await outsideComponent(paths);
    // If a target's language is not read, its dependencies are completely unknown.
    const isUnread = around || paths.some(isUnreadTarget);
    const seesTypes = types || (follow === "structure" && only === null);
    return {
      components: {
        [follow]: dependencies(),
        ...(seesTypes && ambientFiles().size > 0 ? { ambient: ambient() } : {}),
        ...(follow === "content" ? hidden.componentOf(paths, tests) : {}),
        ...(isUnread ? { project: whole() } : {}),
        ...beyond.components,
      },
      unknown: beyond.unknown,
      beside: beyond.beside,
    };
  };

  return {
    ofFile: (path, sight, tests) =>
      followAll([path], sight, {
        dependencies: () => hashes.dependenciesOf(path, kindOf(path, sight)),
        tests,
      }),
    ofFiles: (paths, sight) =>
      followAll(paths, sight, {
        dependencies: () =>
          manifestOf(
            tree,
            paths.map((path) => [path, hashes.dependenciesOf(path, kindOf(path, sight))]),
          ),
        tests: null,
      }),
    beyond: async (scripts) => {
      const outer = await outsideComponent(scripts);
      return {
        components: {
          ...(areUnread(scripts) ? { project: whole() } : {}),
          ...hidden.componentOf(
            scripts.filter((path) => !SHELL.test(path)),
            null,
          ),
          ...outer.components,
        },
        unknown: outer.unknown,
        beside: outer.beside,
      };
    },
    outsideOf: outsideComponent,
    takenFromOutside,
    reaches: (paths, changed, { sight: { follow, types, only, around }, tests }) => {
      if (follow === "none") return false;
      if (around || paths.some(isUnreadTarget)) return true;
      if ((types || (follow === "structure" && only === null)) && ambientFiles().has(changed)) return true;
      if (follow === "content" && hidden.mayTake(paths, changed, tests)) return true;
      return reachesAny(paths, changed);
    },
    leadsTo: (paths, changed) =>
      hidden.mayTake(
        paths.filter((path) => !SHELL.test(path)),
        changed,
        null,
      ) || reachesAny(paths, changed),
    areUnread,
    ambient,
  };
}

/** Caches of tools. A program that names such a file also writes it, and the file decides nothing. */
const NOTES = /\.tsbuildinfo$|(?:^|\/)\.(?:eslint|stylelint|prettier)cache$/;

/** Identifying tools already reads shell scripts word by word. */
const SHELL = /(?:\.(?:ba|da|k|z)?sh|(?:^|\/)[^./]+)$/;

const NOTHING: Followed = { components: {}, unknown: null, beside: [] };
