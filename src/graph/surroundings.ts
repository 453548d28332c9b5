import { pickFields } from "../paths/manifest-fields.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import type { FileGraph } from "./file-graph.ts";

/** What determines how a module is read, although the module does not import it. */
export interface ModuleSurroundings {
  readonly text: string;
  readonly files: readonly RepoPath[];
}

/** The fields of a package.json that determine how the modules beside it are read and found. */
const LOADING: ReadonlySet<string> = new Set([
  "name",
  "type",
  "imports",
  "exports",
  "main",
  "module",
  "browser",
  "types",
  "typings",
  "typesVersions",
  "sideEffects",
]);

/**
 * The nearest package.json, by the fields that determine how modules are read, and the nearest tsconfig.json and
 * jsconfig.json with those that they extend. Following what they name would connect every module to every other.
 */
export function createSurroundings(
  graph: FileGraph,
  snapshot: Snapshot,
): (path: RepoPath) => ModuleSurroundings {
  const known = new Map<string, RepoPath | null>();
  const nearest = (directory: string, name: string): RepoPath | null => {
    const key = `${directory}\0${name}`;
    let found = known.get(key);
    if (found === undefined) {
      const path = (directory === "" ? name : `${directory}/${name}`) as RepoPath;
      if (snapshot.files.has(path)) found = path;
      else found = directory === "" ? null : nearest(parentOf(directory), name);
      known.set(key, found);
    }
    return found;
  };
  const idOf = (path: RepoPath): string => snapshot.files.get(path)?.id ?? "none";
  const manifestOf = (path: RepoPath | null): string =>
    path === null ? "none" : pickFields(graph.extraction(path).fields, idOf(path), (key) => LOADING.has(key));
  const extended = (start: RepoPath | null): readonly RepoPath[] => {
    const chain = new Set(start === null ? [] : [start]);
    for (const path of chain)
      for (const { to, type } of graph.edgesFrom(path)) if (type === "extends") chain.add(to);
    return [...chain];
  };
  const made = new Map<string, ModuleSurroundings>();
  return (path) => {
    const directory = parentOf(path);
    let around = made.get(directory);
    if (around === undefined) {
      const manifest = nearest(directory, "package.json");
      const settings = ["tsconfig.json", "jsconfig.json"].flatMap((name) =>
        extended(nearest(directory, name)),
      );
      around = {
        text: ` in ${manifestOf(manifest)} ${settings.map(idOf).join(" ") || "none"}`,
        files: [...(manifest === null ? [] : [manifest]), ...settings],
      };
      made.set(directory, around);
    }
    return around;
  };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
