import { existsSync } from "node:fs";
import { planCommands } from "../plan/plan-commands.ts";
import type { PlannedCommand } from "../plan/plan.ts";
import { createLocalExecutor } from "../run/executor.ts";
import { finishTargets } from "../run/finish-targets.ts";
import { findTracer } from "../system/strace/tracer.ts";
import { weakComponents } from "../units/inputs/record-key.ts";
import type { Unit } from "../units/unit.ts";
import { memoize } from "../values/memo.ts";
import { assess, type WholeAssessment } from "../verify/assess.ts";
import { createGrouping } from "../verify/group-commands.ts";
import { observeRun } from "../verify/record/record-observed.ts";
import { watchAssessed } from "../verify/record/record-verdicts.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { PathSet } from "../vocabulary/tree/path-set.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import { type WorkerAnswer, type AnsweredUnit, type RefusalKind, ROOT_PLACEHOLDER } from "../queue/answer.ts";
import { type ConfigChoice, digestKeys, type Job } from "../queue/job.ts";
import type { Meanwhile } from "../queue/worker-jobs.ts";
import { findFullDisk, NO_SPACE } from "./full-disk.ts";
import { shareLooks } from "./share-looks.ts";
import type { WorkerTrouble } from "./trouble.ts";

/** A checkout in which commands run. */
export interface CheckoutSession {
  /** Whether the checkout is unchanged since it was assessed. */
  isFresh(): boolean;
  run(job: Job, worker: string, meanwhile: Meanwhile): Promise<WorkerAnswer>;
}

/** Assesses a checkout, like a run without any stored results. */
export async function openSession(
  root: string,
  { config: file, ...choice }: ConfigChoice,
  env: NodeJS.ProcessEnv,
): Promise<CheckoutSession | WorkerTrouble> {
  const configFile = file === null ? {} : { configFile: file };
  const assessed = await assess({ cwd: root, env, ...choice, ...configFile, skipCache: true, isRun: true });
  if (!assessed.ok) return { kind: "trouble", why: assessed.failures[0]?.message ?? "it has no checks" };
  const assessment = assessed.value;
  const { config } = assessment;
  const watch = watchAssessed(assessment);
  const observer = await observeRun(assessment, env);
  const tracer = findTracer(env);
  const declared = new Set(config.checks.flatMap((check) => Object.keys(check.env)));
  const executor = createLocalExecutor({
    root,
    env,
    declared,
    tracer: "why" in tracer ? null : tracer,
  });
  const lookAgain = shareLooks(watch.look);
  const unitsOf = indexUnits(assessment);
  const depthsOf = createDepths(assessment);
  let isBroken = false;

  const run: CheckoutSession["run"] = async (job, worker, { stop, hear, onRan }) => {
    const refuse = (kind: RefusalKind, why: string, unit?: Unit): WorkerAnswer => ({
      version: 1,
      type: "refused",
      worker,
      kind,
      why,
      ...(unit === undefined ? {} : { components: weakComponents(unit.predicted.components) }),
    });
    const found = findUnits(assessment, job, unitsOf);
    if ("why" in found) return refuse("differs", found.why);
    const { check, units } = found;
    // Nothing runs before it is known to be what was requested.
    if (digestKeys(units) !== job.keys) return refuse("differs", "what it depends on differs", units[0]);
    const isFull = findFullDisk(root);
    if (isFull !== null) return refuse("trouble", isFull);
    const planned = commandOf(check, job.targets, depthsOf(check, job.targets));
    if (planned === null) return refuse("differs", "it would take more than one command");
    const command = { ...planned, timeout: least(planned.timeout, job.timeout) };
    const start = await watch.noteStart(check);
    const since = Date.now();
    const elsewhere = (text: string): string => text.replaceAll(root, ROOT_PLACEHOLDER);
    const outcome = await executor(command, stop, (text) => hear(elsewhere(text)));
    const { ending } = outcome;
    if (stop.aborted) return refuse("stopping", "the worker is being stopped");
    // A command that was stopped here may complete where the run is.
    if (ending.type !== "exited") return refuse("differs", `it ended early (${ending.type})`);
    const output = `${outcome.stdout}${outcome.stderr}`;
    if (ending.code !== 0 && (NO_SPACE.test(output) || findFullDisk(root) !== null))
      return refuse("trouble", "the disk is full");
    onRan();
    const look = await lookAgain();
    isBroken ||= !assessment.isUnmoved();
    const { byTarget } = await finishTargets(
      { command, start, since, elsewhere: [], traces: outcome.trace === null ? null : [outcome.trace] },
      job.targets,
      {
        check,
        look,
        observer,
        happened: {
          state: look.state,
          touched: look.touchedSince(start),
          beside: look.besideSince(start),
          current: (unit) => unit,
        },
      },
    );
    if (observer.conflicts().length > 0) return refuse("differs", "another command wrote what it read");
    const sets = new Map<string, { readonly index: number; readonly set: PathSet }>();
    const answered: AnsweredUnit[] = [];
    for (const target of job.targets) {
      const finished = byTarget.get(target);
      if (finished === undefined || !("unit" in finished) || finished.unit.fingerprint === null)
        return refuse("differs", "something changed while it ran");
      const { weakKey, fingerprint, pathSet } = finished.unit;
      const isSeen = pathSet.set.accesses.length > 0 || pathSet.set.kind === "observed";
      const known = sets.get(pathSet.id) ?? { index: sets.size, set: pathSet.set };
      if (isSeen) sets.set(pathSet.id, known);
      answered.push({ target, weakKey, fingerprint, set: isSeen ? known.index : null });
    }
    return {
      version: 1,
      type: "ran",
      worker,
      tree: job.tree,
      code: ending.code,
      stdout: elsewhere(outcome.stdout),
      stderr: elsewhere(outcome.stderr),
      duration: outcome.duration,
      units: answered,
      sets: [...sets.values()].map(({ set }) => set),
    };
  };
  return { run, isFresh: () => !isBroken && existsSync(root) };
}

/** The smaller of two limits; 0 means no limit. */
function least(one: number, other: number): number {
  return one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);
}

type UnitsOf = (check: string) => ReadonlyMap<Target, Unit>;

function indexUnits({ units }: WholeAssessment): UnitsOf {
  return memoize((check) => new Map((units.get(check) ?? []).map((unit) => [unit.target, unit])));
}

/** The check and the units that a job names, as the configuration in the tree declares them. */
function findUnits(
  { config, selection }: WholeAssessment,
  { check: name, targets }: Job,
  unitsOf: UnitsOf,
): { readonly check: Check; readonly units: readonly Unit[] } | { readonly why: string } {
  const check = config.checks.find((each) => each.name === name);
  if (check === undefined || selection.get(name) !== null) return { why: "there is no such check" };
  if (check.builtin !== null || check.blockedBy !== null) return { why: "the check cannot be run" };
  const byTarget = unitsOf(name);
  const units = targets.flatMap((target) => byTarget.get(target) ?? []);
  return units.length === targets.length ? { check, units } : { why: "the check has other files" };
}

/** How closely the commands of a check for these targets are watched. */
function createDepths({
  scope,
  tree,
}: WholeAssessment): (check: Check, targets: readonly Target[]) => readonly PlannedCommand["trace"][] {
  const group = createGrouping({ scope, tree });
  const scopedOf = memoize(
    (check: string) => new Map((scope.units.get(check) ?? []).map((each) => [each.unit.target, each])),
  );
  return (check, targets) => {
    const scoped = scopedOf(check.name);
    return group(
      check,
      targets.flatMap((target) => scoped.get(target) ?? []),
      null,
    ).map(({ depth }) => depth);
  };
}

/** The command of the check for these targets, watched as closely as any of them needs. */
function commandOf(
  check: Check,
  targets: readonly Target[],
  depths: readonly PlannedCommand["trace"][],
): PlannedCommand | null {
  const depth = depths.includes("full") ? "full" : depths[0];
  const commands = planCommands(check, targets, depth);
  return commands.length === 1 ? (commands[0] ?? null) : null;
}
