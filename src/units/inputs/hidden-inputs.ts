import type { HiddenArea } from "../../graph/hidden-reach.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { manifestOf, type Tree } from "../tree.ts";

/** The tests of a check. */
export interface TestTargets {
  /** Files that code loads only by name: tests, which their runner starts, and files of a package that tools read. */
  readonly isNamed: (path: RepoPath) => boolean;
  /** Whether this test runs code that may load other tests by names computed at run time. */
  readonly mayLoadOthers: (path: RepoPath) => boolean;
}

/** What units depend on because something may load files whose names are unknown. */
export interface HiddenInputs {
  readonly componentOf: (
    paths: readonly RepoPath[],
    tests: TestTargets | null,
  ) => Readonly<Record<string, string>>;
  /** Whether one of the paths may load `changed`. */
  readonly mayTake: (paths: readonly RepoPath[], changed: RepoPath, tests: TestTargets | null) => boolean;
}

export function createHiddenInputs(tree: Tree, opaqueImports: "project" | "ignore"): HiddenInputs {
  const areasOf = (paths: readonly RepoPath[]): readonly HiddenArea[] =>
    opaqueImports === "ignore" ? [] : [...new Set(paths.flatMap((path) => tree.hidden(path)))];
  /** Files that are loaded only by name. */
  const notLoaded = (paths: readonly RepoPath[], tests: TestTargets | null): IsNamed =>
    tests === null || paths.some(tests.mayLoadOthers) ? NONE : tests.isNamed;
  const known = new Map<IsNamed, Map<string, string>>();
  const manifest = (areas: readonly HiddenArea[], isNamed: IsNamed): string => {
    const made = known.get(isNamed) ?? new Map<string, string>();
    known.set(isNamed, made);
    const key = areas.map(({ holds, directory }) => `${holds} ${directory}`).join("\0");
    const before = made.get(key);
    if (before !== undefined) return before;
    const within = [...tree.snapshot.files].filter(
      ([path]) => !tree.isLeftOut(path) && areas.some((area) => holds(area, path, isNamed)),
    );
    const value = manifestOf(
      tree,
      within.map(([path, entry]) => [path, `${entry.kind} ${entry.id}`]),
    );
    made.set(key, value);
    return value;
  };
  return {
    componentOf: (paths, tests) => {
      const areas = areasOf(paths);
      if (areas.length === 0) return {};
      return { hidden: manifest(areas, notLoaded(paths, tests)) };
    },
    mayTake: (paths, changed, tests) =>
      areasOf(paths).some((area) => holds(area, changed, notLoaded(paths, tests))),
  };
}

/** A program in another language may read any file, by any name. */
function holds(area: HiddenArea, path: RepoPath, isNamed: IsNamed): boolean {
  const isByAnyName = area.holds === "sources" || area.holds === "anything";
  return area.has(path) && (isByAnyName || !isNamed(path));
}

type IsNamed = TestTargets["isNamed"];
const NONE: IsNamed = () => false;
