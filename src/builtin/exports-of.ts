import type { FileGraph } from "../graph/file-graph.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/** The names that can be imported from a module. */
export interface Offer {
  readonly names: ReadonlySet<string>;
  /** False if there may be more names than these. */
  readonly complete: boolean;
  /** The files that were read: itself, and those that it re-exports with `*`. */
  readonly by: readonly RepoPath[];
}

/** Finds the names that modules export, through every `export *`. */
export function createExportsOf(graph: FileGraph): (path: RepoPath) => Offer {
  const known = new Map<RepoPath, Offer>();
  const own = (path: RepoPath): { names: readonly string[]; complete: boolean; from: readonly string[] } => {
    const { outline, syntaxError } = graph.extraction(path);
    if (outline.kind !== "module") return { names: [], complete: false, from: [] };
    const complete = outline.complete && syntaxError === undefined;
    return { names: outline.exports, complete, from: outline.exportsFrom };
  };
  const collect = (start: RepoPath): Offer => {
    const names = new Set<string>();
    const seen = new Set<RepoPath>([start]);
    let complete = true;
    for (const path of seen) {
      const { names: exported, complete: isComplete, from } = own(path);
      complete &&= isComplete;
      // `export *` leaves the default out.
      for (const name of exported) if (path === start || name !== "default") names.add(name);
      for (const specifier of from) {
        const resolutions = graph
          .references(path)
          .filter(({ reference }) => reference.specifier === specifier);
        const files = resolutions.flatMap(({ resolution }) => resolution.files);
        if (files.length === 0 || resolutions.some(({ resolution }) => leadsAway(resolution)))
          complete = false;
        for (const file of files) seen.add(file);
      }
    }
    return { names, complete, by: [...seen] };
  };
  return (path) => {
    const offer = known.get(path) ?? collect(path);
    known.set(path, offer);
    return offer;
  };
}

function leadsAway(resolution: { outside: readonly unknown[]; external: readonly unknown[] }): boolean {
  return resolution.outside.length + resolution.external.length > 0;
}
