import { createCheckGraph } from "../checks/check-graph.ts";
import { isProducer } from "../checks/check-traits.ts";
import { misreaderOf } from "../checks/name-files.ts";
import { isArgument } from "../paths/encode-path.ts";
import { matchGlobs } from "../paths/glob.ts";
import type { Scope, UnitScope } from "../scope/scope.ts";
import type { TakenUnits } from "../units/kept/taken-units.ts";
import type { UnitList } from "../units/kept/unit-list.ts";
import { memo, memoize } from "../values/memo.ts";
import { filterList, madeOf, packedOf } from "../values/packed-list.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { SkipReason } from "../vocabulary/verdict/result.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import { planCommands } from "./plan-commands.ts";
import type { Plan, PlannedCheck, PlannedUnit } from "./plan.ts";

export interface BuildPlanOptions {
  readonly checks: readonly Check[];
  /** Null for a selected check; otherwise why it is skipped. */
  readonly selection: ReadonlyMap<string, SkipReason | null>;
  readonly scope: Scope;
  /** All files of the tree. */
  readonly files: Iterable<RepoPath>;
  /** Only what is at or below these paths is verified; if empty, everything. */
  readonly paths: readonly RepoPath[];
  /** If given, runs only these of the units that have to run. */
  readonly only?: ReadonlyMap<string, ReadonlySet<Target>>;
  readonly mode: Plan["mode"];
  /**
   * Decides which target files of a check share a command, and how closely it is watched.
   * @param taken units with cached verdicts that were not looked at in this run
   */
  readonly group: (
    check: Check,
    scoped: readonly UnitScope[],
    taken: TakenUnits | null,
  ) => readonly { readonly files: readonly RepoPath[]; readonly depth: TraceDepth | null }[];
}

/** A plan, and the part of the scope that it covers. */
export interface BuiltPlan {
  readonly plan: Plan;
  readonly meant: Scope;
}

/** Decides for every check what will be started. Pure: the same input gives the same plan. */
export function buildPlan(options: BuildPlanOptions): BuiltPlan {
  const unitsOf = (check: Check): UnitList<UnitScope> => options.scope.units.get(check.name) ?? [];
  const narrowed = narrowTo(options, unitsOf);
  const needed = neededProducers(options, narrowed);
  const meant = new Map<string, UnitList<UnitScope>>();
  const checks = options.checks.map((check): PlannedCheck => {
    const skip = options.selection.get(check.name) ?? null;
    const dependsOn = check.dependsOn.filter((name) => options.selection.get(name) === null);
    const named = { check: check.name, dependsOn };
    if (skip !== null) return { ...named, decision: "skip", reason: skip };
    if (check.blockedBy !== null) return { ...named, decision: "blocked", why: check.blockedBy };
    const scoped = needed.has(check.name) ? unitsOf(check) : narrowed(check);
    const planned = decide(check, named, { scoped, group: options.group });
    if ("units" in planned) meant.set(check.name, scoped);
    return planned;
  });
  return { plan: { schemaVersion: 1, mode: options.mode, checks }, meant: { units: meant } };
}

/** The requested units of a check. */
function narrowTo(
  { files, paths, only }: BuildPlanOptions,
  unitsOf: (check: Check) => UnitList<UnitScope>,
): (check: Check) => UnitList<UnitScope> {
  const isWithin = matchPaths(paths);
  if (isWithin === null && only === undefined) return unitsOf;
  const isIn = isWithin ?? (() => true);
  const among = memo(() => [...files].filter(isIn));
  const isMeant = ({ unit, decision }: UnitScope): boolean =>
    only === undefined || decision === "stand" || only.get(unit.check)?.has(unit.target) === true;
  return memoize((check) =>
    filterList(
      unitsOf(check),
      (each) =>
        isMeant(each) && (each.unit.target === "" ? concerns(check, among()) : isIn(each.unit.target)),
      (taken) => taken.within(isIn),
    ),
  );
}

/**
 * Checks that produce something for a unit that runs. They run as a whole, even if only some paths were
 * requested.
 */
function neededProducers(
  options: BuildPlanOptions,
  narrowed: (check: Check) => UnitList<UnitScope>,
): ReadonlySet<string> {
  const running = options.checks.filter((check) =>
    madeOf(narrowed(check)).some(({ decision }) => decision === "run"),
  );
  const needs = createCheckGraph(options.checks).needsOf(running);
  return new Set(needs.flatMap(({ check }) => (isProducer(check) ? [check.name] : [])));
}

/** Whether a project-wide check has anything to do with these files. */
function concerns(check: Check, files: readonly RepoPath[]): boolean {
  return check.files === null || files.some(matchGlobs(check.files));
}

function decide(
  check: Check,
  named: Pick<PlannedCheck, "check" | "dependsOn">,
  { scoped, group }: Pick<BuildPlanOptions, "group"> & { readonly scoped: UnitList<UnitScope> },
): PlannedCheck {
  if (scoped.length === 0) return { ...named, decision: "skip", reason: { type: "no-files" } };
  const looked = madeOf(scoped);
  const taken = packedOf(scoped);
  const running = looked.filter(({ decision }) => decision === "run").map(({ unit }) => unit.target);
  if (running.length === 0) return planCached(named, scoped);
  const runs = { ...named, decision: "run" } as const;
  if (running.includes("")) {
    const [whole] = group(check, looked, taken);
    return withUnits({ ...runs, commands: planCommands(check, [""], whole?.depth) }, scoped);
  }
  const targets = running as readonly RepoPath[];
  if (check.builtin !== null) return withUnits({ ...runs, builtin: check.builtin, files: targets }, scoped);
  const why = targets.map((file) => refuseName(file, check)).find((each) => each !== null);
  if (why !== undefined) return { ...named, decision: "blocked", why };
  // If a sample failed together with other files, that would say nothing about its own verdict.
  const isSample = new Set(looked.filter((each) => "expected" in each).map(({ unit }) => unit.target));
  const commands = [true, false].flatMap((kind) =>
    group(
      check,
      looked.filter(({ unit, decision }) => decision === "stand" || isSample.has(unit.target) === kind),
      taken,
    ).flatMap(({ files, depth }) => planCommands(check, files, depth)),
  );
  return withUnits({ ...runs, commands }, scoped);
}

/** The plan of a check whose verdicts are all cached. */
export function planCached(
  { check, dependsOn }: Pick<PlannedCheck, "check" | "dependsOn">,
  scoped: UnitList<UnitScope>,
): PlannedCheck {
  return withUnits({ check, dependsOn, decision: "stand" } as const, scoped);
}

/** Units are listed lazily: a run rarely goes through all of them. */
function withUnits<T extends object>(
  planned: T,
  scoped: UnitList<UnitScope>,
): T & { readonly units: readonly PlannedUnit[] } {
  const get = memo((): readonly PlannedUnit[] => Array.from(scoped, planUnit));
  return Object.defineProperty(planned, "units", { enumerable: true, get }) as T & {
    readonly units: readonly PlannedUnit[];
  };
}

/** Why a file cannot be passed to the command of a check; null if it can. */
function refuseName(file: RepoPath, check: Check): string | null {
  const advice = "rename it, or exclude it from files";
  if (!isArgument(file))
    return `The name of ${JSON.stringify(file)} is not valid UTF-8 and cannot be given to a command; ${advice}.`;
  const misreader = misreaderOf(file, check);
  if (misreader === null) return null;
  const direct = misreader === check.tool.via ? `start the tool without ${misreader}, ` : "";
  return `${JSON.stringify(file)} cannot be given to ${misreader}, which would take the name for something else; ${direct}${advice}.`;
}

function planUnit(scoped: UnitScope): PlannedUnit {
  const { target, pathSet } = scoped.unit;
  return scoped.decision === "run"
    ? { target, decision: "run", reason: scoped.reason, kind: pathSet.set.kind }
    : { target, decision: "stand", reason: scoped.reason, kind: scoped.verdict.kind };
}

/** Null if every path matches. */
function matchPaths(paths: readonly RepoPath[]): ((path: string) => boolean) | null {
  if (paths.length === 0 || paths.includes("." as RepoPath)) return null;
  return (file) => paths.some((path) => file === path || file.startsWith(`${path}/`));
}
