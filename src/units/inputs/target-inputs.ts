import { join } from "node:path";
import { expandForTarget, type TargetGlob } from "../../checks/target-glob.ts";
import { memo } from "../../values/memo.ts";
import { firstNotBelow } from "../../values/search-sorted.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { valuesOf } from "../configuration/identify-check.ts";
import { manifestOf, recordReads, type Tree, type Unknown } from "../tree.ts";

/** Files that count in addition to those that are followed. */
export interface FoundInputs {
  readonly components: Readonly<Record<string, string>>;
  readonly unknown: Unknown;
  /** Absolute paths of those that git may not list. */
  readonly beside: readonly string[];
  readonly files: readonly RepoPath[];
  readonly dependsOn: (path: string) => boolean;
}

export const NO_INPUTS: FoundInputs = {
  components: {},
  unknown: null,
  beside: [],
  files: [],
  dependsOn: () => false,
};

export function joinInputs(one: FoundInputs, other: FoundInputs): FoundInputs {
  if (one === NO_INPUTS || other === NO_INPUTS) return one === NO_INPUTS ? other : one;
  return {
    components: { ...one.components, ...other.components },
    unknown: one.unknown ?? other.unknown,
    beside: [...one.beside, ...other.beside],
    files: [...one.files, ...other.files],
    dependsOn: (path) => one.dependsOn(path) || other.dependsOn(path),
  };
}

/** Expands globs that contain parts of a target's path, and finds their files. The component is called `name`. */
export function createTargetInputs(
  tree: Tree,
  name: string,
  globs: readonly string[],
): (target: RepoPath) => Promise<FoundInputs> {
  if (globs.length === 0) return async () => NO_INPUTS;
  const wanted = globs.filter((glob) => !glob.startsWith("!"));
  const unwanted = globs.flatMap((glob) => (glob.startsWith("!") ? [glob.slice(1)] : []));
  const below = createBelow(tree);
  return async (target) => {
    const expand = (glob: string): TargetGlob => expandForTarget(glob, target);
    // Only exclusions: everything except these.
    const included = (wanted.length === 0 ? ["**"] : wanted).map(expand);
    const excluded = unwanted.map(expand);
    const isMeant = ({ matches }: TargetGlob, path: string): boolean =>
      matches(path) && !excluded.some((glob) => glob.matches(path));
    const files = [
      ...new Set(included.flatMap((glob) => below(glob.base).filter((path) => isMeant(glob, path)))),
    ].filter((path) => !tree.isLeftOut(path));
    const { seen, read } = recordReads(tree);
    const { values, unknown } = await valuesOf(seen, files);
    const named = included.flatMap(({ literal }) => literal ?? []);
    return {
      components: { [name]: manifestOf(tree, values) },
      unknown,
      beside: [...read, ...[...named, ...files].map((path) => join(tree.snapshot.root, path))],
      files,
      dependsOn: (path) => included.some((glob) => isMeant(glob, path)),
    };
  };
}

/** Files that count for every target. The component is called `name`. */
export async function findSharedInputs(
  tree: Tree,
  name: string,
  files: readonly RepoPath[],
): Promise<FoundInputs> {
  const { seen, read } = recordReads(tree);
  const { values, unknown } = await valuesOf(
    seen,
    files.filter((path) => !tree.isLeftOut(path)),
  );
  return {
    components: { [name]: manifestOf(tree, values) },
    unknown,
    beside: [...read, ...files.map((path) => join(tree.snapshot.root, path))],
    files,
    dependsOn: (path) => files.includes(path as RepoPath),
  };
}

/** Includes files that were read although git does not list them. */
export function listReadFiles({
  snapshot,
  declared,
}: Pick<Tree, "snapshot" | "declared">): readonly RepoPath[] {
  const { files } = snapshot;
  return [...files.keys(), ...[...declared.keys()].filter((path) => !files.has(path))];
}

/** The file at a path and the files below it, without scanning all files. */
function createBelow(tree: Tree): (path: string) => readonly RepoPath[] {
  const sorted = memo(() => listReadFiles(tree).toSorted(byCode));
  const first = (text: string): number => firstNotBelow<string>(sorted(), text);
  return (path) => {
    if (path === ".") return sorted();
    const at = first(path);
    const itself = sorted()[at] === path ? [sorted()[at] as RepoPath] : [];
    // "0" is the character after "/".
    return [...itself, ...sorted().slice(first(`${path}/`), first(`${path}0`))];
  };
}

function byCode(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
