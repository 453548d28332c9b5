import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { FileGraph } from "./file-graph.ts";
import { directoryOf } from "./resolve/tree.ts";

const FIELD = /^\/(?:(?:dev|peer|optional)D|d)ependencies\/(.+)$/;

/** Tells whether a package.json in the file's directory or above lists the package as a dependency. */
export function createDeclaredPackages(graph: FileGraph): (path: RepoPath, name: string) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  const declaredIn = (directory: string): ReadonlySet<string> => {
    let names = known.get(directory);
    if (names === undefined) {
      names = namesIn(graph, directory === "." ? "package.json" : `${directory}/package.json`);
      known.set(directory, names);
    }
    return names;
  };
  return (path, name) => {
    for (let directory = directoryOf(path); ; directory = directoryOf(directory)) {
      if (declaredIn(directory).has(name)) return true;
      if (directory === ".") return false;
    }
  };
}

function namesIn(graph: FileGraph, manifest: string): ReadonlySet<string> {
  const { outline } = graph.extraction(manifest as RepoPath);
  const names = new Set<string>();
  for (const key of outline.kind === "data" ? outline.keys : []) {
    const name = FIELD.exec(key)?.[1];
    if (name !== undefined) names.add(name.replaceAll("~1", "/"));
  }
  return names;
}
