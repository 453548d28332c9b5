import type { Closures } from "../graph/closure/closure.ts";
import { listAccesses } from "../paths/path-sets.ts";
import type { WholeUnitScope } from "../scope/scope.ts";
import type { Tree } from "../units/tree.ts";
import { type Access, IMPORTS, type Place, TYPES } from "../vocabulary/tree/path-set.ts";

/**
 * Whether the store knows what the unit reads: its command was watched, and nothing that it read has changed. That
 * includes a unit that runs again for another reason.
 */
export function isObserved(scoped: WholeUnitScope): boolean {
  if (scoped.unit.pathSet.set.kind !== "observed") return false;
  return (
    scoped.decision === "stand" ||
    scoped.reason.type === "failed-before" ||
    scoped.reason.type === "needed-by"
  );
}

/** The run in which the watched command failed; null if it passed. */
export function failedRun(scoped: WholeUnitScope): string | null {
  if (scoped.decision === "stand") return scoped.verdict.status === "failed" ? scoped.verdict.runId : null;
  return scoped.reason.type === "failed-before" ? scoped.reason.runId : null;
}

/**
 * Everything that a unit read, according to its path set. What a closed target imports is in its set only as a name:
 * the graph says which files that are. A set can contain reads of others that shared its command.
 */
export function storedReads(
  { target, pathSet: { set } }: WholeUnitScope["unit"],
  { graph }: Pick<Tree, "graph">,
  closures: Closures,
): ReadonlyMap<Place, Access> {
  const reads = new Map<Place, Access>(listAccesses(set));
  if (target === "") return reads;
  if (set.parts.includes(IMPORTS)) for (const path of closures.of(target)) reads.set(path, "module");
  if (set.parts.includes(TYPES))
    for (const path of graph.transitiveDependencies(target).paths)
      if (graph.extraction(path).outline.kind === "module") reads.set(path, "module");
  return reads;
}
