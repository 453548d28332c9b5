import { createCheckGraph } from "../checks/check-graph.ts";
import { isProducer } from "../checks/check-traits.ts";
import { provenanceOf, worktreeOf } from "../checks/origins.ts";
import type { CachedVerdict, StoredVerdict } from "../store/records/records.ts";
import type { Verdicts } from "../store/store.ts";
import type { UnitList } from "../units/kept/unit-list.ts";
import type { FoundUnit, Unit } from "../units/unit.ts";
import { memo } from "../values/memo.ts";
import { madeOf, mapList } from "../values/packed-list.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { RenamedFile } from "../vocabulary/tree/change-set.ts";
import type { Fingerprint, RepoPath } from "../vocabulary/tree/path.ts";
import type {
  Annotation,
  Eviction,
  RenamedFrom,
  RunReason,
  StandReason,
  Target,
} from "../vocabulary/verdict/unit.ts";
import { compareComponents } from "./compare-components.ts";
import type { PartDifferences } from "./differences.ts";
import { isExpired } from "./expiry.ts";
import type { FullRun, RunScope, Scope, StandScope, UnitScope, WholeScope } from "./scope.ts";

export interface ScopeOptions {
  /** The selected checks. */
  readonly checks: readonly Check[];
  readonly units: ReadonlyMap<string, UnitList<FoundUnit>>;
  readonly verdicts: Pick<Verdicts, "findMany" | "latestMany" | "isContested">;
  readonly differences: PartDifferences;
  /** Files that are new under their path, with their earlier paths. */
  readonly renamed: readonly RenamedFile[];
  /** Earlier names of a file, the latest first. */
  readonly earlierNames: (path: RepoPath) => readonly RenamedFrom[];
  /** Why everything must run; null if stored verdicts may be used. */
  readonly fullRun: FullRun | null;
  readonly evicted?: Evicted;
  /** In milliseconds since 1970; without it, no verdict is too old. */
  readonly now?: number;
  /** Whether a verdict comes from a part of this run, so that a failure is not retried. */
  readonly isOfThisRun?: (verdict: StoredVerdict) => boolean;
  /** Whether to check a cached verdict by running its unit again. */
  readonly isSampled?: (verdict: StoredVerdict) => boolean;
}

/** Why verdicts were thrown away that would otherwise be valid. */
export interface Evicted {
  byFingerprint(fingerprint: Fingerprint): Eviction | undefined;
  lastOf(unit: Pick<Unit, "check" | "target">): Eviction | undefined;
}

/** Options of a computation that looks at every unit. */
interface WholeOptions extends ScopeOptions {
  readonly units: ReadonlyMap<string, readonly Unit[]>;
}

/** Decides for every unit whether its cached verdict is valid, with the reason. */
export function computeScope(options: WholeOptions): WholeScope;
export function computeScope(options: ScopeOptions): Scope;
export function computeScope(options: ScopeOptions): Scope {
  const origins = new Map(
    options.renamed.map(({ currentPath, previousPath, similarity }) => [
      currentPath as Target,
      { from: previousPath, similarity },
    ]),
  );
  const decided = new Map(
    options.checks.map((check) => [check.name, decideUnits(check, { ...options, origins })]),
  );
  return { units: new Map([...decided, ...runNeededProducers(decided, options)]) };
}

function decideUnits(check: Check, options: DecideOptions): UnitList<UnitScope> {
  const { units, verdicts, differences, fullRun, origins } = options;
  const own = units.get(check.name) ?? [];
  const looked = madeOf(own).filter((unit) => !("kept" in unit));
  const found = verdicts.findMany(
    looked.flatMap(({ fingerprint }) => (fingerprint === null ? [] : [fingerprint])),
  );
  const latest = memo(() => {
    const missing = looked.filter(({ fingerprint }) => fingerprint === null || !found.has(fingerprint));
    const targets = missing.flatMap(({ target }) => [target, ...namesBefore(target, options)]);
    return verdicts.latestMany(check.name, [...new Set(targets)]);
  });
  const annotationsOf = ({ target }: FoundUnit): readonly Annotation[] => {
    const origin = origins.get(target);
    return origin === undefined ? NOTHING : [{ type: "renamed", ...origin }];
  };
  const run = (unit: Unit, reason: RunReason, replaces: StoredVerdict | null = null): RunScope => ({
    unit,
    annotations: annotationsOf(unit),
    decision: "run",
    reason,
    replaces,
  });
  const reasonOf = createReasons();
  const stand = (unit: FoundUnit, verdict: CachedVerdict): StandScope => ({
    unit,
    annotations: annotationsOf(unit),
    decision: "stand",
    verdict,
    reason: reasonOf(verdict),
  });
  const full: RunReason = { type: "full-run", why: fullRun?.why ?? "" };
  const decide = (unit: Unit): UnitScope => {
    const verdict = unit.fingerprint === null ? undefined : found.get(unit.fingerprint);
    if (fullRun !== null && !isExcepted(fullRun, verdict)) return run(unit, full);
    if (unit.fingerprint === null) return run(unit, { type: "not-reusable", why: unit.unknown ?? "" });
    if (verdict !== undefined && options.now !== undefined && isExpired(verdict, check, options.now))
      return run(unit, { type: "expired", since: verdict.createdAt, days: check.ttlDays ?? 0 }, verdict);
    const isOfThisRun = verdict !== undefined && options.isOfThisRun?.(verdict) === true;
    if (verdict !== undefined && (verdict.status === "passed" || check.replayFailures || isOfThisRun)) {
      if (!isOfThisRun && options.isSampled?.(verdict) === true)
        return { ...run(unit, { type: "sampled", runId: verdict.runId }), expected: verdict };
      return stand(unit, verdict);
    }
    if (verdict !== undefined) return run(unit, { type: "failed-before", runId: verdict.runId });
    if (verdicts.isContested(unit.fingerprint)) return run(unit, { type: "contested" });
    const why = options.evicted?.byFingerprint(unit.fingerprint);
    if (why !== undefined) return run(unit, { type: "verdict-gone", why });
    const last = [unit.target, ...namesBefore(unit.target, options)]
      .map((target) => latest().get(target))
      .find((verdict) => verdict !== undefined);
    if (last === undefined) {
      // Without the record of what it read, which went with its verdict, no fingerprint identifies it.
      const gone = options.evicted?.lastOf(unit);
      return run(unit, gone === undefined ? NEVER : { type: "verdict-gone", why: gone });
    }
    const origin = last.target === unit.target ? undefined : origins.get(unit.target);
    if (origin !== undefined && !(check.renames === "reuse" && origin.similarity === 1))
      return run(unit, { type: "renamed", ...origin }, last);
    const versions = { before: last.components, after: unit.components };
    return run(unit, compareComponents(versions, unit.target, differences) ?? { type: "verdict-gone" }, last);
  };
  const decideAny = (unit: FoundUnit): UnitScope => ("kept" in unit ? stand(unit, unit.kept) : decide(unit));
  return mapList(own, madeOf(own).map(decideAny), decideAny);
}

/** Why cached verdicts are valid. Those that were stored together share one reason. */
function createReasons(): (verdict: CachedVerdict) => StandReason {
  let before: { readonly origin: string; readonly reason: StandReason } | undefined;
  return (verdict) => {
    const { status, runId, createdAt: since, origin } = verdict;
    const { reason } = before ?? {};
    const isSame = reason?.status === status && reason.runId === runId && reason.since === since;
    if (before === undefined || !isSame || before.origin !== origin) {
      const worktree = worktreeOf(origin);
      before = {
        origin,
        reason: { type: "stands", status, runId, since, worktree, ...fromElsewhere(verdict) },
      };
    }
    return before.reason;
  };
}

// One for all units, because most have the same.
const NOTHING: readonly never[] = [];
const NEVER: RunReason = { type: "never-verified" };

function fromElsewhere({ origin }: CachedVerdict): Pick<StandScope["reason"], "from"> {
  const from = provenanceOf(origin);
  return from === null ? {} : { from };
}

/** If this run continues a full run, a unit without a verdict has its own reason to run. */
function isExcepted({ except }: FullRun, verdict: StoredVerdict | undefined): boolean {
  return except.size > 0 && (verdict === undefined || except.has(verdict.runId));
}

interface DecideOptions extends ScopeOptions {
  /** Renamed files, by their current path. */
  readonly origins: ReadonlyMap<Target, RenamedFrom>;
}

/** Earlier names of the target, the latest first. */
function namesBefore(target: Target, { earlierNames }: ScopeOptions): readonly Target[] {
  return target === "" ? [] : earlierNames(target).map(({ from }) => from);
}

/**
 * Only the verdict of a check is kept, not its products: they may be gone, or come from another state of the
 * tree. So if a unit that uses them runs, the check that makes them runs first. Returns the units of such checks.
 */
function runNeededProducers(
  units: ReadonlyMap<string, UnitList<UnitScope>>,
  { checks }: ScopeOptions,
): readonly (readonly [check: string, units: readonly UnitScope[]])[] {
  const running = checks.filter(({ name }) =>
    madeOf(units.get(name) ?? []).some(({ decision }) => decision === "run"),
  );
  return createCheckGraph(checks)
    .needsOf(running)
    .flatMap(({ check, neededBy }) => {
      // Checks that make something for others have all their units here.
      const scoped = madeOf(units.get(check.name) ?? []);
      if (!isProducer(check) || !scoped.some(({ decision }) => decision === "stand")) return [];
      const reason = { type: "needed-by", check: neededBy.name } as const;
      const needed = scoped.map((each): UnitScope =>
        each.decision === "run" || "kept" in each.unit
          ? each
          : { unit: each.unit, annotations: each.annotations, decision: "run", reason, replaces: null },
      );
      return [[check.name, needed] as const];
    });
}
