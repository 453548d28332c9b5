import type { Closures } from "../../graph/closure/closure.ts";
import type { ReachOut } from "../../graph/extraction.ts";
import type { FileGraph } from "../../graph/file-graph.ts";
import { isCode } from "../../paths/is-code.ts";
import { isInPackages } from "../../paths/places.ts";
import type { Place } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** Whether it is code that other code can import, outside of packages. */
export function isModule(place: Place): boolean {
  return isCode(place) && !isInPackages(place);
}

/** Code that a tool loads for itself: its configuration, plugins, setup files. */
export interface LoadedCode {
  readonly graph: FileGraph;
  /** What it depends on when it runs. */
  readonly program: Closures;
}

/** Whether such code, or what it imports, may read files, or load code that is not known before it runs. */
export function mayReadFiles(path: RepoPath, { graph, program }: LoadedCode): boolean {
  if (program.opening(path) === null) return false;
  return [...program.of(path)].some((file) => {
    if (program.opening(file)?.file !== file) return false;
    const { reachesOut = [] } = graph.extraction(file);
    return (
      reachesOut.length === 0 ||
      reachesOut.some(isReading) ||
      graph.opaque(file).length > 0 ||
      graph.unresolved(file).some(({ specifier }) => /^[./#~]/.test(specifier))
    );
  });
}

/** Knowing the path of a file does not mean reading another. */
const OWN_PLACE = /^(?:import\.meta\.(?:url|(?:dir|file)name)|__(?:dir|file)name|fileURLToPath)$/;
/** Configuration imports types, defaults and plugins of the tools that it is for. */
const TOOLS =
  /^(?:@babel\/core|@rollup\/plugin-.*|(?:eslint|prettier|rolldown|rollup|stylelint|typescript|vite|webpack)(?:\/.*)?)$/;

function isReading({ how, what }: ReachOut): boolean {
  return how !== "file-system" || !(OWN_PLACE.test(what) || TOOLS.test(what));
}
