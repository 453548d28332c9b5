import type { Closures } from "../graph/closure/closure.ts";
import { isArgument } from "../paths/encode-path.ts";
import type { WholeUnitScope } from "../scope/scope.ts";
import type { Untraceable } from "../system/strace/tracer.ts";
import { traceDepthOf } from "../tools/habits.ts";
import type { TraceWorld } from "../trace/trace-world.ts";
import type { WholeAssessment } from "../verify/assess.ts";
import type { Check } from "../vocabulary/check/check.ts";
import { explainSkip } from "../wording/explain.ts";
import type { CheckAudit } from "./check-audit.ts";
import { createJudge, type Judge } from "./create-judge.ts";
import { sampleTargets } from "./sample-targets.ts";
import { failedRun, isObserved, storedReads } from "./stored-reads.ts";
import type { ChangeContext } from "./suggest/suggest-change.ts";
import { suggestEdges } from "./suggest/suggest-edges.ts";
import { suggestForCheck } from "./suggest/suggest-for-check.ts";
import { type AuditedUnit, notAudited, summarizeUnits } from "./summarize-units.ts";
import type { TracedUnits, TraceUnits } from "./trace-units.ts";

export interface AuditContext {
  readonly assessment: WholeAssessment;
  readonly world: TraceWorld;
  readonly closures: () => Closures;
  /** How many units to trace, of those that no run has watched. */
  readonly limit: number;
  /** Runs units under a trace, or says why nothing can be traced here. Called only if it matters. */
  readonly tracing: () => TraceUnits | Untraceable;
  readonly change: ChangeContext;
}

/**
 * Compares what the units of a check were seen to read with what is predicted for them. Starts nothing if an earlier
 * run has watched them.
 */
export async function auditCheck(check: Check, context: AuditContext): Promise<CheckAudit> {
  const { assessment, limit, tracing, change } = context;
  const planned = assessment.plan.checks.find((each) => each.check === check.name);
  const targets = new Set(planned !== undefined && "units" in planned ? planned.units.map(targetOf) : []);
  const all = (assessment.scope.units.get(check.name) ?? []).filter(({ unit }) => targets.has(unit.target));
  const stay = (status: CheckAudit["status"], why: string): CheckAudit =>
    notAudited({ check: check.name, status, why, total: all.length });
  if (check.builtin !== null) return stay("nothing-to-trace", "built-in verifiers start no command");
  if (planned?.decision === "blocked") return stay("not-run", planned.why);
  if (planned?.decision === "skip") return stay("nothing-to-trace", explainSkip(planned.reason));

  const judge = createJudge(check, assessment, context.world);
  const stored = all.filter(isObserved).map((scoped) => auditStored(scoped, judge, context));
  // A name that is not valid text cannot be passed to a command.
  const unseen = all.filter((each) => !isObserved(each) && isArgument(each.unit.target));
  const sample = sampleTargets(unseen, limit);
  const unclear = sampleTargets(findUnclear(stored, all, judge), limit - sample.length);
  const found = await traceBoth(check, { sample, unclear }, { judge, all, tracing });
  if (stored.length === 0 && found.units.length === 0)
    return {
      ...stay("not-run", found.untraced ?? "nothing was traced"),
      untraced: found.untraced,
    };
  const clear = new Set(found.units.map(({ judged }) => judged.target));
  const units = [...stored.filter(({ judged }) => !clear.has(judged.target)), ...found.units];
  const summary = summarizeUnits(units, check.inputs);
  return {
    check: check.name,
    status: "audited",
    why: null,
    units: {
      audited: units.length,
      total: all.length,
      stored: units.length - found.units.length,
      traced: found.units.length,
    },
    untraced: found.untraced,
    ...summary,
    notCoveredHere: summary.undeclared.length === 0 ? null : findDanger(check, summary, tracing),
    endings: [...found.failed.map((ending) => ({ target: "", ending })), ...summary.endings],
    suggestion: suggestForCheck(check, summary, {
      tree: assessment.tree,
      units,
      isReached: judge.isReached,
      change,
    }),
    edges: suggestEdges(check, units, assessment.tree),
  };
}

const NOTHING: TracedUnits = { units: [], failed: [], untraced: null };

/**
 * Those that were seen to read what is not predicted for them, but for another target of the check, which may have
 * shared their command. Alone, they show whose read it is.
 */
function findUnclear(
  stored: readonly AuditedUnit[],
  all: readonly WholeUnitScope[],
  { isReached }: Judge,
): readonly WholeUnitScope[] {
  const isUnclear = ({ judged: { gaps, target }, ending }: AuditedUnit): boolean =>
    target !== "" &&
    ending === null &&
    isArgument(target) &&
    [...gaps.keys()].some((path) =>
      all.some(({ unit }) => unit.target !== target && isReached(path, unit.target)),
    );
  const targets = new Set(stored.filter(isUnclear).map(({ judged }) => judged.target));
  return all.filter(({ unit }) => targets.has(unit.target));
}

/** Traces units that no run has watched and, if that is possible here, those whose reads are not clear. */
async function traceBoth(
  check: Check,
  { sample, unclear }: Readonly<Record<"sample" | "unclear", readonly WholeUnitScope[]>>,
  context: Parameters<typeof traceSample>[2],
): Promise<TracedUnits> {
  const canTrace = unclear.length > 0 && !("why" in context.tracing());
  const chosen = canTrace ? [...sample, ...unclear] : sample;
  if (chosen.length === 0) return NOTHING;
  const found = await traceSample(check, chosen, context);
  const again = new Set(unclear.map(({ unit }) => unit.target));
  // A command that failed may have stopped before it had read everything.
  const units = found.units.filter(({ judged, ending }) => ending === null || !again.has(judged.target));
  return { ...found, units };
}

async function traceSample(
  check: Check,
  sample: readonly WholeUnitScope[],
  { tracing, ...context }: { judge: Judge; all: readonly WholeUnitScope[] } & Pick<AuditContext, "tracing">,
): Promise<TracedUnits> {
  const trace = tracing();
  return "why" in trace
    ? { ...NOTHING, untraced: `${trace.why} ${trace.advice}` }
    : trace(check, sample, context);
}

function auditStored(
  scoped: WholeUnitScope,
  { judge }: Judge,
  { assessment, closures }: AuditContext,
): AuditedUnit {
  const { unit } = scoped;
  const failed = failedRun(scoped);
  return {
    ...judge(unit, storedReads(unit, assessment.tree, closures()), unit.target === ""),
    from: "stored",
    writes: [],
    ending: failed === null ? null : `failed in run ${failed}`,
    unknown: unit.predicted.unknown,
    unwatched: null,
  };
}

/** Why a change to something that is not predicted can go unnoticed on this machine; null if it cannot. */
function findDanger(
  check: Check,
  { notCoveredHere }: Pick<CheckAudit, "notCoveredHere">,
  tracing: AuditContext["tracing"],
): string | null {
  const found = tracing();
  if ("why" in found) return `commands cannot be watched. ${found.why}`;
  return traceDepthOf(check) === null ? "its commands are not watched (trace: off)." : notCoveredHere;
}

function targetOf({ target }: Pick<WholeUnitScope["unit"], "target">): WholeUnitScope["unit"]["target"] {
  return target;
}
