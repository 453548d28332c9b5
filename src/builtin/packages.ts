import { posix } from "node:path";
import type { FileGraph } from "../graph/file-graph.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

const DEPENDENCIES =
  /^\/(?:dependencies|devDependencies|peerDependencies|optionalDependencies|resolutions|overrides)\/([^/]+)$/;
/** `browser` can replace any module. */
const REMAPS = /^\/browser\/./;
const PATH_PATTERN = /^\/compilerOptions\/paths\/([^/]+)$/;

export interface PackageFacts {
  /** The package.json files from the directory of a file up to the root, nearest first. */
  manifestsAbove(path: RepoPath): readonly RepoPath[];
  /** Whether one of these files declares the package; null if unknown. */
  declares(manifests: readonly RepoPath[], name: string): boolean | null;
  /** The package.json above a file whose package has this name: the package imports itself. */
  named(path: RepoPath, name: string): RepoPath | undefined;
  /** Whether the nearest package.json replaces some modules by others. */
  remaps(path: RepoPath): boolean;
  /** Every package.json of the tree. */
  readonly manifests: readonly RepoPath[];
  /** The packages that these files declare. */
  declared(manifests: readonly RepoPath[]): readonly string[];
  /** The nearest tsconfig.json or jsconfig.json, if its `paths` cover the specifier. */
  pathsCovering(path: RepoPath, specifier: string): RepoPath | null;
}

/** What package.json and tsconfig.json files say about imports. */
export function createPackageFacts(graph: FileGraph, readText: (path: RepoPath) => string): PackageFacts {
  const paths = new Set<string>(graph.paths);
  const keys = (path: RepoPath): readonly string[] | null => {
    const { outline } = graph.extraction(path);
    return outline.kind === "data" && outline.complete ? outline.keys : null;
  };
  const declared = memo((manifest: RepoPath) => {
    const found = keys(manifest);
    if (found === null) return null;
    return new Set(found.flatMap((key) => matches(DEPENDENCIES, key)));
  });
  const ownName = memo((manifest: RepoPath): unknown => {
    try {
      return (JSON.parse(readText(manifest)) as { readonly name?: unknown } | null)?.name;
    } catch {
      return undefined;
    }
  });
  const patterns = memo((config: RepoPath) =>
    (keys(config) ?? []).flatMap((key) => matches(PATH_PATTERN, key)),
  );
  const above = (path: RepoPath, name: string): readonly RepoPath[] =>
    directoriesAbove(path)
      .map((directory) => (directory === "." ? name : `${directory}/${name}`) as RepoPath)
      .filter((each) => paths.has(each));
  return {
    manifests: graph.paths.filter((path) => posix.basename(path) === "package.json"),
    remaps: (path) => {
      const [manifest] = above(path, "package.json");
      return manifest !== undefined && (keys(manifest) ?? []).some((key) => REMAPS.test(key));
    },
    manifestsAbove: (path) => above(path, "package.json"),
    named: (path, name) => above(path, "package.json").find((manifest) => ownName(manifest) === name),
    declares: (manifests, name) => {
      const types = `@types/${name.replace(/^@([^/]+)\//, "$1__")}`;
      let isKnown = true;
      for (const manifest of manifests) {
        const names = declared(manifest);
        if (names === null) isKnown = false;
        else if (names.has(name) || names.has(types)) return true;
      }
      return isKnown ? false : null;
    },
    declared: (manifests) => manifests.flatMap((manifest) => [...(declared(manifest) ?? [])]),
    pathsCovering: (path, specifier) => {
      const config = above(path, "tsconfig.json")[0] ?? above(path, "jsconfig.json")[0];
      if (config === undefined) return null;
      return patterns(config).some((pattern) => fits(pattern, specifier)) ? config : null;
    },
  };
}

function fits(pattern: string, specifier: string): boolean {
  const [prefix = "", suffix] = pattern.split("*");
  // A pattern that matches everything says nothing about what was meant.
  if (suffix === undefined) return pattern === specifier;
  return prefix !== "" && specifier.startsWith(prefix) && specifier.endsWith(suffix);
}

/** The last part of a JSON pointer that has the form, with its escapes undone. */
function matches(form: RegExp, pointer: string): readonly string[] {
  const found = form.exec(pointer)?.[1];
  return found === undefined ? [] : [found.replaceAll("~1", "/").replaceAll("~0", "~")];
}

function directoriesAbove(path: string): readonly string[] {
  const directory = posix.dirname(path);
  return directory === "." || directory === "/" ? ["."] : [directory, ...directoriesAbove(directory)];
}

function memo<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key) as V;
  };
}
