import type { Assessment } from "../assess.ts";
import { planCommands } from "../plan/plan-commands.ts";
import type { PlannedCommand } from "../plan/plan.ts";
import { createLimit } from "../system/limit.ts";
import { findConfigurationFiles } from "../units/configuration-files.ts";
import { createCoverage } from "../units/coverage.ts";
import { createLeftOut } from "../units/left-out.ts";
import { takesFiles, type Check } from "../vocabulary/check.ts";
import { explainEnding, explainSkip } from "../vocabulary/explain.ts";
import { matchGlobs } from "../vocabulary/glob.ts";
import { isArgument, type RepoPath } from "../vocabulary/path.ts";
import type { Target } from "../vocabulary/unit.ts";
import type { CheckAudit, Suggestion } from "./check-audit.ts";
import { judgeUnit, type JudgeContext } from "./judge-unit.ts";
import { sampleTargets } from "./sample-targets.ts";
import { sortAccesses, type TraceContext } from "./sort-accesses.ts";
import { suggestChange, type ChangeContext } from "./suggest-change.ts";
import { suggestInputs } from "./suggest-inputs.ts";
import { notAudited, summarizeUnits, type AuditedUnit } from "./summarize-units.ts";
import type { TracedCommand } from "./trace-command.ts";
import type { Products } from "./trace-products.ts";
import { isPass } from "../vocabulary/result.ts";

export interface AuditContext {
  readonly assessment: Assessment;
  readonly trace: Omit<TraceContext, "isProduct">;
  /** How many units are traced. */
  readonly limit: number;
  readonly execute: (command: PlannedCommand) => Promise<TracedCommand>;
  readonly products: Products;
  readonly change: ChangeContext;
}

/** From this many on, files that a check is applied to are no longer named as inputs of each other. */
const MANY = 10;

/** Runs units of a check one by one under a trace, and holds what they read against their fingerprints. */
export async function auditCheck(check: Check, context: AuditContext): Promise<CheckAudit> {
  const { plan, config } = context.assessment;
  const planned = plan.checks.find((each) => each.check === check.name);
  const all = planned !== undefined && "units" in planned ? planned.units.map(({ target }) => target) : [];
  const stay = (status: CheckAudit["status"], why: string): CheckAudit =>
    notAudited({ check: check.name, status, why, total: all.length });
  if (check.builtin !== null) return stay("nothing-to-trace", "built-in verifiers start no command");
  if (planned?.decision === "blocked") return stay("not-run", planned.why);
  if (planned?.decision === "skip") return stay("nothing-to-trace", explainSkip(planned.reason));
  const made = await context.products.before(check);
  const slots = createLimit(config.execution.slots);
  // A name that is no text cannot be given to a command.
  const targets = sampleTargets(all.filter(isArgument), context.limit);
  const isReached = createReach(check, context.assessment);
  const judge = createJudge(check, { ...context, isReached, isProduct: made.isProduct });
  const units = await Promise.all(targets.map((target) => slots(() => judge(target))));
  const broken = units.find(({ sorted }) => sorted === null);
  if (broken !== undefined) return stay("not-run", broken.ending ?? "nothing was traced");
  const audited = units.filter((unit): unit is AuditedUnit => unit.sorted !== null);
  if (targets.length === all.length)
    context.products.note(
      check.name,
      audited.flatMap(({ sorted }) => [...sorted.writes]),
    );
  const found = summarizeUnits(audited, check.inputs);
  return {
    ...found,
    check: check.name,
    status: "audited",
    why: null,
    units: { audited: targets.length, total: all.length },
    endings: [...made.failed.map((ending) => ({ target: "", ending })), ...found.endings],
    suggestion:
      found.undeclared.length === 0 ? null : suggest(check, found, { ...context, audited, isReached }),
  };
}

/** A command that could not be traced leaves nothing to judge. */
type Judge = (
  target: Target,
) => Promise<AuditedUnit | { readonly sorted: null; readonly ending: string | null }>;

interface JudgeOptions extends AuditContext {
  readonly isReached: Reach;
  readonly isProduct: TraceContext["isProduct"];
}

function createJudge(check: Check, context: JudgeOptions): Judge {
  const { isProduct, isReached } = context;
  const { tree, units, config } = context.assessment;
  const isOutput = createLeftOut(check, config.checks);
  const coverageOf = createCoverage(tree, units);
  const globs = [...check.inputs, ...(takesFiles(check) ? [] : (check.files ?? []))];
  const isDeclared = globs.length === 0 ? () => false : matchGlobs(globs);
  const declared = new Set([...tree.snapshot.files.keys()].filter(isDeclared).map(directoryOf));
  return async (target) => {
    const [command] = planCommands(check, [target]);
    const unit = units.get(check.name)?.find((each) => each.target === target);
    if (command === undefined || unit === undefined) throw new Error(`${check.name} has no unit ${target}`);
    const { ending: end, accesses } = await context.execute(command);
    const ending = isPass(end) ? null : explainEnding(end);
    if (accesses.length === 0) return { sorted: null, ending };
    const sorted = sortAccesses(accesses, { ...context.trace, isProduct });
    const judging: JudgeContext = {
      check,
      target,
      coverage: coverageOf(unit),
      isOutput,
      isReached: (path) => isReached(path, target),
      isAwaited: (path) =>
        isDeclared(path) || findConfigurationFiles([path]).above(target === "" ? path : target).length > 0,
      isAwaitedIn: (directory) => declared.has(directory) || isDeclared(`${directory}/new`),
    };
    return { judged: judgeUnit(sorted, judging), sorted, ending, unknown: unit.unknown };
  };
}

/** Whether the graph leads from the target to the file; from any file of it where the target is the project. */
type Reach = (path: RepoPath, target: Target) => boolean;

function createReach(check: Check, { tree }: Assessment): Reach {
  const known = new Map<RepoPath, ReadonlySet<RepoPath>>();
  const isTarget = matchGlobs(check.files ?? ["**"]);
  return (path, target) => {
    const dependents = known.get(path) ?? new Set(tree.graph.transitiveDependents([path]).paths);
    known.set(path, dependents);
    return target === "" ? [...dependents].some(isTarget) : dependents.has(target);
  };
}

function suggest(
  check: Check,
  { undeclared }: Pick<CheckAudit, "undeclared">,
  context: AuditContext & { readonly audited: readonly AuditedUnit[]; readonly isReached: Reach },
): Suggestion {
  const { tree } = context.assessment;
  const isFollowed = (read: CheckAudit["undeclared"][number]): boolean =>
    check.follow !== "content" &&
    (read.why === "structure-only" ||
      read.targets.some((target) => context.isReached(read.path as RepoPath, target as Target)));
  const others = undeclared.filter((read) => !isFollowed(read)).map(({ path }) => path as RepoPath);
  const isTarget = takesFiles(check) ? matchGlobs(check.files ?? []) : () => false;
  const fellows = others.filter(isTarget);
  const listed = new Set(context.audited.flatMap(({ sorted }) => [...sorted.listed]));
  const paths = fellows.length > MANY ? others.filter((path) => !isTarget(path)) : others;
  const inputs = suggestInputs({ paths, files: tree.snapshot.files.keys(), listed, isTarget });
  const follow = others.length < undeclared.length ? ("content" as const) : null;
  const suggestion = suggestChange(check, { inputs, follow }, context.change);
  if (fellows.length <= MANY) return suggestion;
  const advice = `It reads ${fellows.length} other files that it is applied to: without {files} in its arguments it would be one unit, which covers them all.`;
  return { ...suggestion, advice };
}

function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "." : path.slice(0, slash);
}
