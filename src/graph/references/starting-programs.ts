import { memo } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { ReachOut } from "../extraction.ts";
import type { FileGraph } from "../file-graph.ts";
import { SCRIPT } from "./opening.ts";
import { createProgramReach } from "./program-references.ts";

const STARTS: ReadonlySet<ReachOut["how"]> = new Set(["process", "thread"]);
/** A program by its nature, which starts others. */

/** Tells which files start other programs when they run, or lead to some that do: any installed package may be among these. */
export function createStartingPrograms(graph: FileGraph): (path: RepoPath) => boolean {
  const starting = memo(() => {
    const starts = graph.paths.filter((path) => {
      const { reachesOut = [] } = graph.extraction(path);
      return SCRIPT.test(path) || reachesOut.some(({ how }) => STARTS.has(how));
    });
    return createProgramReach(graph)(starts);
  });
  return (path) => starting().has(path);
}
