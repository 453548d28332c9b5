import { join } from "node:path";
import type { Follow } from "../vocabulary/check.ts";
import { directoriesOf } from "../vocabulary/directories.ts";
import { memo } from "../vocabulary/memo.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import { expandOutside } from "./outside-files.ts";
import { manifestOf, type Tree, type Unknown } from "./tree.ts";

export interface Followed {
  readonly components: Readonly<Record<string, string>>;
  readonly unknown: Unknown;
  /** Absolute paths of files beside the snapshot that the components depend on. */
  readonly beside: readonly string[];
}

/** The same under names that say for which files it was found. */
export function prefixed(prefix: string, { components, unknown, beside }: Followed): Followed {
  return {
    beside,
    components: Object.fromEntries(
      Object.entries(components).map(([name, value]) => [`${prefix}:${name}`, value]),
    ),
    unknown,
  };
}

/** What units depend on beyond their own targets, by the graph. */
export interface Following {
  /** What one file depends on. */
  ofFile(path: RepoPath, follow: Follow): Promise<Followed>;
  /** What a set of files depends on outside itself. */
  ofFiles(paths: readonly RepoPath[], follow: Follow): Promise<Followed>;
  /** What files that take part by all they import (scripts, configuration) reach other than by the tree's hashes. */
  beyond(paths: readonly RepoPath[], scripts?: readonly RepoPath[]): Promise<Followed>;
  /** Only what these files take from outside the tree. */
  outsideOf(paths: readonly RepoPath[]): Promise<Followed>;
  /** Whether a touch of `changed`, a file of the tree, can reach any of the paths. */
  reaches(paths: readonly RepoPath[], changed: RepoPath, follow: Follow): boolean;
  /** The same for files that take part by all they import. */
  leadsTo(paths: readonly RepoPath[], changed: RepoPath): boolean;
  /** What declares types for every file. */
  ambient(): string;
  /** Whether these scripts can depend on any file: what they import is not known. */
  areUnread(scripts: readonly RepoPath[]): boolean;
}

export function createFollowing(tree: Tree, opaqueImports: "project" | "ignore"): Following {
  const { graph, hashes, snapshot } = tree;
  const opaque = memo(
    () =>
      new Set(
        graph.paths.filter(
          (path) => opaqueImports === "project" && !SCRIPT.test(path) && graph.opaque(path).length > 0,
        ),
      ),
  );
  /** Files that reach an opaque import, or have one. */
  const touchingOpaque = memo(() => new Set([...opaque(), ...graph.transitiveDependents(opaque()).paths]));
  const hides = (path: RepoPath): boolean => opaqueImports === "project" && tree.mayHide(path);
  const isHiding = (path: RepoPath): boolean => touchingOpaque().has(path) || hides(path);
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
        if (declared?.kind !== "declaration") return [path, hashes.content(path)];
        return [path, `declares ${declared.hash} by ${hashes.dependenciesOf(path, "structure")}`];
      }),
    ),
  );
  /** For each file, what it and all that it reaches take from outside the tree. */
  const outside = memo(() => {
    const sources = new Map<RepoPath, Set<RepoPath>>();
    for (const path of graph.paths) {
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

  const directories = memo(() => directoriesOf(snapshot.files.keys()));
  /** The state of the submodule or nested repository that a path is in, which covers all of it. */
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

  const outsideComponent = async (paths: readonly RepoPath[]): Promise<Followed> => {
    const taken = new Set(paths.flatMap((path) => [...(outside().get(path) ?? [])]));
    if (taken.size === 0) return NOTHING;
    const values = new Map<string, string>();
    const beside: string[] = [];
    let unknown: Unknown = null;
    for (const path of [...taken]
      .flatMap((each) => expandOutside(each, snapshot.root, directories()))
      .sort()) {
      if (NOTES.test(path)) continue;
      const absolute = join(snapshot.root, path);
      beside.push(absolute);
      if (tree.isLeftOut(path)) {
        // It is watched all the same: what others made must not change while it is read.
        tree.addBeside(absolute);
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
    scripts.some((path) => !SHELL.test(path) && (isUnreadTarget(path) || hides(path)));
  const leadsTo = (paths: readonly RepoPath[], changed: RepoPath): boolean => {
    if (ambientFiles().has(changed) || paths.some((path) => touchingOpaque().has(path))) return true;
    const reached = dependents(changed);
    return paths.some((path) => reached.has(path));
  };

  const follow = async (
    paths: readonly RepoPath[],
    how: Follow,
    dependencies: () => string,
  ): Promise<Followed> => {
    if (how === "none") return NOTHING;
    const beyond = await outsideComponent(paths);
    const isOpaque = how === "content" && paths.some(isHiding);
    // In a language that is not read, what a target depends on is not known at all.
    const isUnread = paths.some(isUnreadTarget);
    return {
      components: {
        [how]: dependencies(),
        ...(ambientFiles().size > 0 ? { ambient: ambient() } : {}),
        ...(isOpaque || isUnread ? { project: whole() } : {}),
        ...beyond.components,
      },
      unknown: beyond.unknown,
      beside: beyond.beside,
    };
  };

  return {
    ofFile: (path, how) =>
      follow([path], how, () => hashes.dependenciesOf(path, how === "none" ? "content" : how)),
    ofFiles: (paths, how) =>
      follow(paths, how, () =>
        manifestOf(
          tree,
          paths.map((path) => [path, hashes.dependenciesOf(path, how === "none" ? "content" : how)]),
        ),
      ),
    beyond: async (paths, scripts = []) => {
      const outer = await outsideComponent(paths);
      const isOpaque = areUnread(scripts) || paths.some((path) => touchingOpaque().has(path));
      return {
        components: { ...(isOpaque ? { project: whole() } : {}), ...outer.components },
        unknown: outer.unknown,
        beside: outer.beside,
      };
    },
    outsideOf: outsideComponent,
    reaches: (paths, changed, how) => {
      if (how === "none") return false;
      if (ambientFiles().has(changed) || paths.some(isUnreadTarget)) return true;
      if (how === "content" && paths.some(isHiding)) return true;
      const reached = dependents(changed);
      return paths.some((path) => reached.has(path));
    },
    leadsTo,
    areUnread,
    ambient,
  };
}

/** What tools note for themselves. Whoever names such a file writes it too, and it decides nothing. */
const NOTES = /\.tsbuildinfo$|(?:^|\/)\.(?:eslint|stylelint|prettier)cache$/;

/** What a shell runs is read word by word where tools are identified. */
const SHELL = /(?:\.(?:ba|da|k|z)?sh|(?:^|\/)[^./]+)$/;

/** Scripts that data names without running them: what these hide counts for programs that lead to them. */
const SCRIPT = /\.(?:(?:ba|da|k|z)?sh|pyi?)$/;

const NOTHING: Followed = { components: {}, unknown: null, beside: [] };
