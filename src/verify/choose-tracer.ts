import { findTracer, type Tracer, type Untraceable } from "../system/strace/tracer.ts";
import type { Failure } from "../vocabulary/failure.ts";
import type { Assessment } from "./assess.ts";

/** What watches the commands of a run; and where they should be watched and cannot be, why. */
export interface Watching {
  readonly tracer: Tracer | null;
  readonly missing: Untraceable | null;
}

export const NOT_WATCHING: Watching = { tracer: null, missing: null };

type Planned = Pick<Assessment, "plan" | "config">;

export function chooseTracer(assessment: Planned, env: NodeJS.ProcessEnv): Watching {
  if (watchedChecks(assessment).length === 0) return NOT_WATCHING;
  const found = findTracer(env);
  return "why" in found ? { tracer: null, missing: found } : { tracer: found, missing: null };
}

/** Whether commands can be watched here. */
export function canTrace(env: NodeJS.ProcessEnv): boolean {
  return !("why" in findTracer(env));
}

/**
 * The first check that must be watched where it starts a command: one that would run, or one whose verdicts are cached,
 * because whoever insists is told where that cannot be, and not only after the next edit. Null where nobody does.
 */
export function findInsisting({ plan, config }: Planned): string | null {
  const taking = new Set([
    ...watchedChecks({ plan }),
    ...plan.checks.flatMap(({ check, decision }) => (decision === "stand" ? [check] : [])),
  ]);
  const insisting = config.checks.find(
    ({ name, builtin, trace }) =>
      taking.has(name) && builtin === null && (trace === "on" || trace === "full"),
  );
  return insisting?.name ?? null;
}

/** Where a check must be watched, and cannot be, there is no run at all; null where there can be one. */
export function refuseUnwatched(assessment: Planned, env: NodeJS.ProcessEnv): Failure | null {
  const insisting = findInsisting(assessment);
  if (insisting === null) return null;
  const missing = findTracer(env);
  if (!("why" in missing)) return null;
  return {
    kind: "cannot-trace",
    message: `${insisting} is to be watched (trace: on), and cannot be. ${missing.why} ${missing.advice}`,
    hint: "With trace: auto it is watched where that works.",
  };
}

/** The checks that start a command which is to be watched. */
function watchedChecks({ plan }: Pick<Assessment, "plan">): readonly string[] {
  return plan.checks.flatMap((planned) =>
    "commands" in planned && planned.commands.some(({ trace }) => trace !== null) ? [planned.check] : [],
  );
}
