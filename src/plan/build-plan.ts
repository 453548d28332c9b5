import { createCheckGraph } from "../checks/check-graph.ts";
import { isProducer } from "../checks/check-traits.ts";
import { misreaderOf } from "../checks/name-files.ts";
import { isArgument } from "../paths/encode-path.ts";
import { matchGlobs } from "../paths/glob.ts";
import type { Scope, UnitScope } from "../scope/scope.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { SkipReason } from "../vocabulary/verdict/result.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import { planCommands } from "./plan-commands.ts";
import type { Decision, Plan, PlannedUnit } from "./plan.ts";

export interface PlanOptions {
  readonly checks: readonly Check[];
  /** Null for a check that takes part, else why it does not. */
  readonly selection: ReadonlyMap<string, SkipReason | null>;
  readonly scope: Scope;
  /** All files of the tree. */
  readonly files: Iterable<RepoPath>;
  /** Only what is at or below these is verified; everything where there are none. */
  readonly paths: readonly RepoPath[];
  /** Of what would have to run, only these units do; all where it is not given. */
  readonly only?: ReadonlyMap<string, ReadonlySet<Target>>;
  readonly mode: Plan["mode"];
  /** Which of the files that a check runs on share a command, and how closely that is watched. */
  readonly group: (
    check: Check,
    scoped: readonly UnitScope[],
  ) => readonly { readonly files: readonly RepoPath[]; readonly depth: TraceDepth | null }[];
}

/** Decides for every check what will be started. Pure: the same input gives the same plan. */
export function buildPlan(options: PlanOptions): Plan {
  const isWithin = matchPaths(options.paths);
  const files = [...options.files].filter(isWithin);
  const unitsOf = (check: Check): readonly UnitScope[] => options.scope.units.get(check.name) ?? [];
  const isMeant = ({ unit, decision }: UnitScope): boolean =>
    options.only === undefined ||
    decision === "stand" ||
    options.only.get(unit.check)?.has(unit.target) === true;
  const narrowed = (check: Check): readonly UnitScope[] =>
    unitsOf(check)
      .filter(isMeant)
      .filter(({ unit }) => (unit.target === "" ? concerns(check, files) : isWithin(unit.target)));
  const needed = neededProducers(options, narrowed);
  return {
    schemaVersion: 1,
    mode: options.mode,
    checks: options.checks.map((check) => {
      const skip = options.selection.get(check.name) ?? null;
      const dependsOn = check.dependsOn.filter((name) => options.selection.get(name) === null);
      const named = { check: check.name, dependsOn };
      if (skip !== null) return { ...named, decision: "skip", reason: skip };
      if (check.blockedBy !== null) return { ...named, decision: "blocked", why: check.blockedBy };
      const scoped = needed.has(check.name) ? unitsOf(check) : narrowed(check);
      return { ...named, ...decide(check, scoped, options.group) };
    }),
  };
}

/** Checks that make something for a unit that runs: they run as a whole, whatever paths were asked for. */
function neededProducers(
  options: PlanOptions,
  narrowed: (check: Check) => readonly UnitScope[],
): ReadonlySet<string> {
  const running = options.checks.filter((check) =>
    narrowed(check).some(({ decision }) => decision === "run"),
  );
  const needs = createCheckGraph(options.checks).needsOf(running);
  return new Set(needs.flatMap(({ check }) => (isProducer(check) ? [check.name] : [])));
}

/** Whether a check of the whole project has anything to do with the files in question. */
function concerns(check: Check, files: readonly RepoPath[]): boolean {
  return check.files === null || files.some(matchGlobs(check.files));
}

function decide(check: Check, scoped: readonly UnitScope[], group: PlanOptions["group"]): Decision {
  if (scoped.length === 0) return { decision: "skip", reason: { type: "no-files" } };
  const units = scoped.map(planUnit);
  const running = scoped.filter(({ decision }) => decision === "run").map(({ unit }) => unit.target);
  if (running.length === 0) return { decision: "stand", units };
  if (running.includes("")) {
    const [whole] = group(check, scoped);
    return { decision: "run", units, commands: planCommands(check, [""], whole?.depth) };
  }
  const targets = running as readonly RepoPath[];
  if (check.builtin !== null) return { decision: "run", units, builtin: check.builtin, files: targets };
  const why = targets.map((file) => refuseName(file, check)).find((each) => each !== null);
  if (why !== undefined) return { decision: "blocked", why };
  // A sample that fails together with other files would say nothing about its verdict.
  const isSample = new Set(scoped.filter((each) => "expected" in each).map(({ unit }) => unit.target));
  const commands = [true, false].flatMap((kind) =>
    group(
      check,
      scoped.filter(({ unit, decision }) => decision === "stand" || isSample.has(unit.target) === kind),
    ).flatMap(({ files, depth }) => planCommands(check, files, depth)),
  );
  return { decision: "run", units, commands };
}

/** Why a file cannot be given to the command of a check; null where it can. */
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

function matchPaths(paths: readonly RepoPath[]): (path: string) => boolean {
  if (paths.length === 0 || paths.includes("." as RepoPath)) return () => true;
  return (file) => paths.some((path) => file === path || file.startsWith(`${path}/`));
}
