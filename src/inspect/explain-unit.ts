import { isFromElsewhere, worktreeOf } from "../checks/origins.ts";
import { isBeyondComparison } from "../checks/variable-components.ts";
import { listAccesses } from "../paths/path-sets.ts";
import type { EarlierName } from "../scope/earlier-names.ts";
import type { WholeUnitScope } from "../scope/scope.ts";
import type { Assessment } from "../verify/assess.ts";
import { nameWriter } from "../verify/shared/open-shared-cache.ts";
import {
  type Access,
  type PathSet,
  RAN_ON,
  type RecordKind,
  UNOBSERVED,
} from "../vocabulary/tree/path-set.ts";
import type { Annotation, RunReason, StandReason, Target } from "../vocabulary/verdict/unit.ts";
import { explainReason } from "../wording/explain.ts";

/** Why one unit would run, or why its verdict is cached. */
export interface UnitExplanation {
  readonly check: string;
  readonly target: Target;
  readonly decision: "run" | "stand";
  readonly reason: RunReason | StandReason;
  /** The reason as a sentence. */
  readonly detail: string;
  /** Everything in the fingerprint that differs from the last verdict, with the old and the new value. */
  readonly differences: readonly {
    readonly component: string;
    readonly before: string;
    readonly after: string;
  }[];
  /** The cached verdict, or the last one. */
  readonly verdict: {
    readonly status: string;
    readonly runId: string;
    readonly at: string;
    readonly kind: RecordKind;
    /** For a predicted verdict: why it was not observed; null if unknown. */
    readonly unobserved: string | null;
    /** The worker that ran it; null if it ran on this machine. */
    readonly ranOn: string | null;
    readonly platform: string;
    /** The worktree that made it; null for the main one. */
    readonly worktree: string | null;
    /** Which machine made it, and for which branch; null for this machine. */
    readonly from: { readonly writer: string; readonly name: string; readonly scope: string } | null;
  } | null;
  readonly fingerprint: string | null;
  /** Looked up before the files: it does not depend on their content. */
  readonly weakKey: string;
  /** The names of what else its verdict depends on. */
  readonly pathSet: {
    readonly id: string;
    readonly kind: RecordKind;
    readonly parts: readonly string[];
    /** What its command was seen to do, ordered by path; empty if it was not watched. */
    readonly accesses: readonly { readonly path: string; readonly access: Access }[];
  };
  readonly annotations: readonly Annotation[];
}

type Accesses = UnitExplanation["pathSet"]["accesses"];

/** In the order of the paths. */
export function sortedAccesses(set: PathSet): Accesses {
  return [...listAccesses(set)]
    .map(([path, access]) => ({ path, access }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

export interface ExplainContext {
  readonly earlierNames: readonly EarlierName[];
  readonly shared: Assessment["shared"];
  readonly accessesOf: (set: PathSet) => Accesses;
}

export function explainUnit(
  scoped: WholeUnitScope,
  { earlierNames, shared, accessesOf }: ExplainContext,
): UnitExplanation {
  const { unit, decision, reason } = scoped;
  const verdict = scoped.decision === "stand" ? scoped.verdict : scoped.replaces;
  const after = unit.components;
  const before = verdict?.components ?? after;
  const isElsewhere = verdict !== null && isFromElsewhere(verdict.origin);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return {
    check: unit.check,
    target: unit.target,
    decision,
    reason,
    detail:
      scoped.decision === "run" ? explainReason(scoped.reason) : `cached since run ${scoped.reason.runId}`,
    differences: names.flatMap((component) => {
      const [one, other] = [before[component] ?? "none", after[component] ?? "none"];
      const isApart = isElsewhere && isBeyondComparison(component, one, other);
      const isSame = one === other || component === UNOBSERVED || component === RAN_ON || isApart;
      return isSame ? [] : [{ component, before: one, after: other }];
    }),
    verdict:
      verdict === null
        ? null
        : {
            status: verdict.status,
            runId: verdict.runId,
            at: new Date(verdict.createdAt).toISOString(),
            kind: verdict.kind,
            unobserved: verdict.components[UNOBSERVED] ?? null,
            ranOn: verdict.components[RAN_ON] ?? null,
            platform: verdict.platform,
            worktree: worktreeOf(verdict.origin),
            from: nameWriter(verdict.origin, shared),
          },
    fingerprint: unit.fingerprint,
    weakKey: unit.weakKey,
    pathSet: {
      id: unit.pathSet.id,
      kind: unit.pathSet.set.kind,
      parts: unit.pathSet.set.parts,
      accesses: accessesOf(unit.pathSet.set),
    },
    annotations: annotationsOf(scoped, earlierNames),
  };
}

/**
 * A verdict that was carried over with a rename says so as long as it stands: its content is the same, so it is 100 %
 * similar.
 */
function annotationsOf(scoped: WholeUnitScope, earlierNames: readonly EarlierName[]): readonly Annotation[] {
  if (scoped.annotations.length > 0 || scoped.decision === "run") return scoped.annotations;
  const origin = earlierNames.find(({ from }) => from === scoped.verdict.target);
  return origin === undefined ? [] : [{ type: "renamed", from: origin.from, similarity: 1 }];
}
