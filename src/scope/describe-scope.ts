import type { FileGraph } from "../graph/file-graph.ts";
import { madeOf } from "../values/packed-list.ts";
import type { Changes, ScopeRationale, ScopeSummary } from "../vocabulary/run/verification-result.ts";
import type { ChangeSet } from "../vocabulary/tree/change-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { explainReason } from "../wording/explain.ts";
import type { CategorizedChange } from "./categorize-change.ts";
import type { Scope, UnitScope } from "./scope.ts";

/** A change set as reports show it, with the details of each modified file. */
export function describeChanges(changes: ChangeSet, categorized: readonly CategorizedChange[]): Changes {
  const known = new Map(categorized.map((change) => [change.path, change]));
  return {
    changedFiles: changes.modified.map(({ path, previousId, currentId }) => {
      const { categories = [], details = [] } = known.get(path) ?? {};
      const changeType =
        previousId === currentId ? "metadata" : categories.includes("structural") ? "structural" : "content";
      return {
        path,
        changeType,
        categories,
        details,
        previousHash: previousId,
        currentHash: currentId,
      };
    }),
    addedFiles: changes.added.map(({ path }) => path),
    deletedFiles: changes.deleted.map(({ path }) => path),
    renamedFiles: changes.renamed.map(({ previousPath, currentPath, similarity, moveType }) => ({
      previousPath,
      currentPath,
      similarity,
      moveType,
    })),
    unchangedCount: changes.unchangedCount,
    detectionMethod: changes.method,
    baselineProblem: changes.complete ? null : changes.reason,
  };
}

/** A scope as reports show it: the files, and for every unit that runs, why. */
export function describeScope(scope: Scope, changes: ChangeSet, graph: FileGraph): ScopeSummary {
  const lists = [...scope.units.values()];
  const running = lists.flatMap(madeOf).filter((each) => each.decision === "run");
  const direct = new Set<RepoPath>([
    ...[...changes.added, ...changes.modified].map(({ path }) => path),
    ...changes.renamed.map(({ currentPath }) => currentPath),
  ]);
  const byGraph = graph.transitiveDependents(direct).paths.filter((path) => !direct.has(path));
  const byUnit = running.flatMap((each) =>
    isImpact(each) && each.unit.target !== "" ? [each.unit.target] : [],
  );
  return {
    directlyChanged: [...direct].sort(),
    impactedByDependency: [...new Set([...byGraph, ...byUnit])].filter((path) => !direct.has(path)).sort(),
    requiresVerification: [
      ...new Set(running.flatMap(({ unit }) => (unit.target === "" ? [] : [unit.target]))),
    ].sort(),
    cachedCount: lists.reduce((total, { length }) => total + length, 0) - running.length,
    scopeRationale: running.map(rationale),
  };
}

function rationale(scoped: Extract<UnitScope, { decision: "run" }>): ScopeRationale {
  const { reason, unit, annotations } = scoped;
  const chain = "chain" in reason ? { dependencyChain: reason.chain } : {};
  return {
    file: unit.target,
    check: unit.check,
    reason: reason.type,
    detail: explainReason(reason),
    ...chain,
    ...(annotations.length > 0 ? { annotations } : {}),
  };
}

function isImpact(scoped: Extract<UnitScope, { decision: "run" }>): boolean {
  return "chain" in scoped.reason;
}
