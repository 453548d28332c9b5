import type { PlannedCommand } from "../plan/plan.ts";
import { createLocalExecutor } from "../run/executor.ts";
import type { TracedAccess } from "../system/read-trace.ts";
import type { Tracer } from "../system/tracer.ts";
import type { Ending } from "../vocabulary/result.ts";

export interface TracedCommand {
  readonly ending: Ending;
  /** In the order of time. */
  readonly accesses: readonly TracedAccess[];
}

/** Runs commands as a run would, with their time limits and in process groups, and tells what they did with files. */
export function createTracedExecutor(options: {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly tracer: Tracer;
}): (command: PlannedCommand, stop: AbortSignal) => Promise<TracedCommand> {
  const execute = createLocalExecutor(options);
  return async (command, stop) => {
    const { ending, trace } = await execute({ ...command, trace: "calls" }, stop);
    return { ending, accesses: trace?.accesses ?? [] };
  };
}
