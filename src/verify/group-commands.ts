import { createClosures } from "../graph/closure/closure.ts";
import { listAccesses } from "../paths/path-sets.ts";
import type { BuildPlanOptions } from "../plan/build-plan.ts";
import type { Scope } from "../scope/scope.ts";
import { createLoadsReaders } from "../trace/loaded/find-readers.ts";
import { groupTargets } from "../trace/group-targets.ts";
import type { Tree } from "../units/tree.ts";
import { memo } from "../values/memo.ts";
import { IMPORTS, TYPES } from "../vocabulary/tree/path-set.ts";

export interface Scoped {
  readonly scope: Scope;
  readonly tree: Tree;
}

/**
 * Whether a cached verdict shows that its tool reads what a target imports: then its path set contains some of that. Null
 * if no verdict shows it.
 */
export function createKnownToFollow({ scope, tree }: Scoped): (check: string) => boolean | null {
  const closures = memo(() => createClosures(tree.graph, tree.isRead));
  return (check) => {
    for (const each of scope.units.get(check) ?? []) {
      const { target, pathSet } = each.unit;
      const { kind, parts } = pathSet.set;
      if (each.decision !== "stand" || target === "" || kind !== "observed") continue;
      if (parts.includes(TYPES)) return true;
      if (parts.includes(IMPORTS)) continue;
      const imported = new Set<string>(closures().of(target));
      imported.delete(target);
      if (imported.size === 0) continue;
      return [...listAccesses(pathSet.set)].some(([place]) => imported.has(place));
    }
    return null;
  };
}

/** Decides which files share a command, in the form that plans expect. */
export function createGrouping(scoped: Scoped): BuildPlanOptions["group"] {
  const knownToFollow = createKnownToFollow(scoped);
  const closures = memo(() => createClosures(scoped.tree.graph, scoped.tree.isRead));
  const loadsReaders = createLoadsReaders(() => ({ graph: scoped.tree.graph, program: closures() }));
  return (check, units, taken) =>
    groupTargets(
      check,
      units.map(({ unit, decision, reason }) => ({
        target: unit.target,
        pathSet: unit.pathSet,
        reason: decision === "run" ? reason : null,
      })),
      { closures, knownToFollow, loadsReaders, cached: () => taken?.pathSets ?? [] },
    );
}
