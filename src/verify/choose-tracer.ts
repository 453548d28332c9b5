import { openKeptFact } from "../store/kept/kept-fact.ts";
import { findTracer, type KnownTracing, type Tracer, type Untraceable } from "../system/strace/tracer.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { Failure } from "../vocabulary/failure.ts";
import type { Assessment } from "./assess.ts";
import { mayWrite } from "./assess/look-at-repository.ts";

/** The tracer for the commands of a run; if tracing is wanted but impossible, why. */
export interface Watching {
  readonly tracer: Tracer | null;
  readonly missing: Untraceable | null;
}

export const NOT_WATCHING: Watching = { tracer: null, missing: null };

type Planned = Pick<Assessment, "plan" | "config">;

export function chooseTracer(assessment: Assessment, env: NodeJS.ProcessEnv): Watching {
  if (watchedChecks(assessment).length === 0) return NOT_WATCHING;
  const found = findTracer(env, knownTracing(assessment));
  return "why" in found ? { tracer: null, missing: found } : { tracer: found, missing: null };
}

const FILE = { name: "tracer.sealed", what: "where strace may trace" };

/** What this checkout has stored about tracing. If a check requires tracing, it is tried every time. */
function knownTracing(assessment: Assessment): KnownTracing | undefined {
  const kept = openKeptFact(assessment.config.root, FILE);
  if (kept === undefined) return undefined;
  return {
    find: (place) => kept.find(place) as readonly string[] | undefined,
    keep: (place, found) => {
      if (mayWrite(assessment)) kept.keep(place, found);
    },
  };
}

/** Whether commands can be watched here. */
export function canTrace(env: NodeJS.ProcessEnv): boolean {
  return !("why" in findTracer(env));
}

/**
 * The first check that requires tracing and has a command, even if all its verdicts are cached: a user who
 * requires tracing should know at once that it is impossible, not only after the next edit. Null if no check
 * requires it.
 */
export function findInsisting({ plan, config }: Planned): Check | null {
  const taking = new Set([
    ...watchedChecks({ plan }),
    ...plan.checks.flatMap(({ check, decision }) => (decision === "stand" ? [check] : [])),
  ]);
  const insisting = config.checks.find(
    ({ name, builtin, trace }) =>
      taking.has(name) && builtin === null && (trace === "on" || trace === "full"),
  );
  return insisting ?? null;
}

/** Why there is no run: a check requires tracing, and it is impossible here. Null if the run can go on. */
export function refuseUnwatched(assessment: Planned, env: NodeJS.ProcessEnv): Failure | null {
  const insisting = findInsisting(assessment);
  if (insisting === null) return null;
  const missing = findTracer(env);
  if (!("why" in missing)) return null;
  return {
    kind: "cannot-trace",
    message: `${insisting.name} requires a tracer (trace: ${insisting.trace}), and none works here. ${missing.why} ${missing.advice}`,
    hint: "With trace: auto, its commands are traced where that works.",
  };
}

/** The checks with a command to watch. */
function watchedChecks({ plan }: Pick<Assessment, "plan">): readonly string[] {
  return plan.checks.flatMap((planned) =>
    "commands" in planned && planned.commands.some(({ trace }) => trace !== null) ? [planned.check] : [],
  );
}
