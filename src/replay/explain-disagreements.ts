import { changedInRange } from "../detect/past/commits.ts";
import type { UnitScope } from "../scope/scope.ts";
import type { Difference, Disagreement, DisagreementCause, StaleUnit } from "../vocabulary/run/replay.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { CheckResult, SkipReason } from "../vocabulary/verdict/result.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import { compareResults } from "./compare-results.ts";
import type { Ran, ReplayRunner } from "./replay-runner.ts";

export interface DisagreeingRuns {
  readonly root: string;
  readonly commit: string;
  readonly incremental: VerificationResult;
  readonly full: VerificationResult;
  /** The commit of a run of this replay. */
  readonly commitOf: (runId: string) => string | null;
}

/**
 * Why an incremental and a fresh run on the same tree disagree. Both checkouts are still as the runs left them. What
 * differs in a second fresh run is not deterministic; otherwise the units with cached verdicts are examined.
 */
export async function explainDisagreements(
  disagreements: readonly Disagreement[],
  runs: DisagreeingRuns,
  runner: ReplayRunner,
): Promise<readonly Difference[]> {
  const inspected = await runner.inspect("incremental");
  const again = await runAgain(runs.commit, runner);
  const unsteady = again.ok ? changedChecks(runs.full, again.result) : null;
  const fresh = await runner.inspect("full");
  const differences: Difference[] = [];
  for (const each of disagreements) {
    const why = consequenceOf(each.check, runs);
    const isUnsteady = unsteady === null || unsteady.has(each.check);
    const cause: DisagreementCause =
      why !== null
        ? { type: "consequence", why }
        : isUnsteady
          ? { type: "not-deterministic" }
          : await causeOf(each, { runs, runner, stood: stoodIn(inspected.get(each.check), runs), fresh });
    differences.push({ ...each, cause });
  }
  return differences;
}

/** A fresh run whose verdicts are stored, so that each unit can be examined. */
async function runAgain(commit: string, runner: ReplayRunner): Promise<Ran> {
  const readied = await runner.ready("full", commit);
  return "why" in readied ? { ok: false, why: readied.why } : runner.run("full", "first");
}

function changedChecks(one: VerificationResult, other: VerificationResult): ReadonlySet<string> {
  return new Set(compareResults(one.results, other.results).map(({ check }) => check));
}

const FOLLOWING: ReadonlySet<SkipReason["type"] | undefined> = new Set(["dependency-failed", "fail-fast"]);

function consequenceOf(check: string, { incremental, full }: DisagreeingRuns): string | null {
  const skipped = [incremental, full]
    .map(({ results }) => results.find((result) => result.check === check))
    .find((result): result is CheckResult => FOLLOWING.has(result?.skippedReason));
  return skipped === undefined ? null : (skipped.why ?? "");
}

type Stood = UnitScope & { readonly decision: "stand" };

/** The units whose verdict is older than the run. */
function stoodIn(units: readonly UnitScope[] = [], { incremental }: DisagreeingRuns): readonly Stood[] {
  return units.filter(
    (each): each is Stood => each.decision === "stand" && each.verdict.runId !== incremental.runId,
  );
}

interface CauseContext {
  readonly runs: DisagreeingRuns;
  readonly runner: ReplayRunner;
  readonly stood: readonly Stood[];
  readonly fresh: ReadonlyMap<string, readonly UnitScope[]>;
}

async function causeOf(disagreement: Disagreement, context: CauseContext): Promise<DisagreementCause> {
  const { runs, runner, stood, fresh } = context;
  const { check } = disagreement;
  const verdicts = new Map((fresh.get(check) ?? []).map((each) => [each.unit.target, each]));
  const contradicted = stood.filter((each) => isContradicted(each, verdicts.get(each.unit.target)));
  if (contradicted.length > 0) return { type: "stale", units: await describeUnits(contradicted, runs) };
  // Repeats there what ran there: does the checkout make the difference?
  const here = await runner.run("incremental", "fresh");
  if (here.ok && changedChecks(here.result, runs.full).has(check)) return { type: "left-behind" };
  // A failure of many files together says nothing about each of them.
  const open = stood.filter(({ unit }) => verdicts.get(unit.target)?.decision !== "stand");
  if (open.length === 0) return { type: "not-deterministic" };
  const culprit = await findFailing(check, open, runner);
  return { type: "stale", units: await describeUnits(culprit === undefined ? open : [culprit], runs) };
}

/** One of the units that fails when it runs alone, if there is one. */
async function findFailing(
  check: string,
  units: readonly Stood[],
  runner: ReplayRunner,
): Promise<Stood | undefined> {
  const fails = async (targets: readonly Target[]): Promise<boolean> => {
    const paths = targets.filter((target) => target !== "");
    const ran = await runner.run("full", "fresh", { checks: [check], paths });
    return (
      ran.ok && ran.result.results.some((result) => result.check === check && result.status === "failed")
    );
  };
  const culprit = await narrow(
    units.map(({ unit }) => unit.target),
    fails,
  );
  return units.find(({ unit }) => unit.target === culprit);
}

function isContradicted({ verdict }: Stood, fresh: UnitScope | undefined): boolean {
  if (fresh === undefined) return false;
  if (fresh.decision === "run") return fresh.reason.type === "failed-before" && verdict.status === "passed";
  const ids = ({ verdict: { findings } }: Stood): string =>
    JSON.stringify(findings.map(({ id }) => id).sort());
  return fresh.verdict.status !== verdict.status || ids(fresh) !== ids({ ...fresh, verdict });
}

/** One of them that fails alone, if there is one: the half that fails is split again. */
async function narrow(
  targets: readonly Target[],
  fails: (targets: readonly Target[]) => Promise<boolean>,
): Promise<Target | null> {
  let left = targets;
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    left = (await fails(half)) ? half : left.slice(half.length);
  }
  const [last] = left;
  return last !== undefined && (await fails([last])) ? last : null;
}

function describeUnits(units: readonly Stood[], runs: DisagreeingRuns): Promise<readonly StaleUnit[]> {
  return Promise.all(
    units.map(async ({ unit, verdict }) => {
      const since = runs.commitOf(verdict.runId);
      const changed =
        since === null ? null : await changedInRange(runs.root, { from: since, to: runs.commit });
      return {
        target: unit.target,
        fingerprint: verdict.fingerprint,
        stood: verdict.status,
        runId: verdict.runId,
        since,
        changedSince: changed?.ok === true ? changed.value : [],
      };
    }),
  );
}
