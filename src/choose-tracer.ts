import type { Assessment } from "./assess.ts";
import { findTracer, type Tracer, type Untraceable } from "./system/tracer.ts";
import type { Failure } from "./vocabulary/failure.ts";

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

/** A check that must be watched, and cannot be, is not run at all; null where there is none. */
export function refuseUnwatched(assessment: Planned, env: NodeJS.ProcessEnv): Failure | null {
  const { checks } = assessment.config;
  const insisting = watchedChecks(assessment).find((name) =>
    checks.some((check) => check.name === name && (check.trace === "on" || check.trace === "full")),
  );
  if (insisting === undefined) return null;
  const { missing } = chooseTracer(assessment, env);
  if (missing === null) return null;
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
