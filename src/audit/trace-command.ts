import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlannedCommand } from "../plan/plan.ts";
import { createLocalExecutor } from "../run/executor.ts";
import { readTrace, type Access } from "../system/read-trace.ts";
import type { Tracer } from "../system/tracer.ts";
import type { Ending } from "../vocabulary/result.ts";

export interface TracedCommand {
  readonly ending: Ending;
  /** In the order of time. */
  readonly accesses: readonly Access[];
}

/** Runs commands as a run would, with their time limits and in process groups, and tells what they did with files. */
export function createTracedExecutor(options: {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly tracer: Tracer;
}): (command: PlannedCommand, stop: AbortSignal) => Promise<TracedCommand> {
  const { root, env, tracer } = options;
  return async (command, stop) => {
    const directory = mkdtempSync(join(tmpdir(), "verification-trace-"));
    try {
      const execute = createLocalExecutor({ root, env, wrap: (start) => tracer.wrap(start, directory) });
      const { ending } = await execute(command, stop);
      return { ending, accesses: await readTrace(directory, join(root, command.cwd)) };
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  };
}
