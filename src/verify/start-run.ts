import type { Emit } from "../vocabulary/run/event.ts";
import type { RunContext } from "./run-assessed.ts";
import { createRunId } from "./run-id.ts";

/** A run that has begun. */
export interface StartedRun extends RunContext {
  /** From now on, also passes the events to this. */
  follow(take: Emit): void;
}

/** Gives a run its id, its time and its events. Each warning is passed on and listed once. */
export function startRun(onEvent: Emit | undefined): StartedRun {
  const startedAt = new Date();
  const warnings: string[] = [];
  const followers: Emit[] = [];
  const emit: Emit = (event) => {
    if (event.type === "warning") {
      // Several commands of a check may give the same warning.
      if (warnings.includes(event.message)) return;
      warnings.push(event.message);
    }
    for (const take of followers) take(event);
    onEvent?.(event);
  };
  return {
    runId: createRunId(startedAt),
    startedAt,
    start: performance.now(),
    emit,
    warnings,
    follow: (take) => void followers.push(take),
  };
}
