import { traceDepthOf } from "../tools/habits.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import { type Batch, buildBatches } from "./batches.ts";
import type { PlannedCommand } from "./plan.ts";

/**
 * The processes that apply a check to its targets: one for the whole project, or as many as the files need.
 */
export function planCommands(
  check: Check,
  targets: readonly Target[],
  depth: TraceDepth | null = traceDepthOf(check),
): readonly PlannedCommand[] {
  if (targets.includes("")) return [command(check, { args: check.args, files: [] }, depth)];
  const batches = buildBatches(check, targets as readonly RepoPath[], check.batch ?? undefined);
  return batches.map((batch) => command(check, batch, depth));
}

function command(check: Check, { args, files }: Batch, depth: TraceDepth | null): PlannedCommand {
  const set = Object.entries(check.env).filter((entry): entry is [string, string] => entry[1] !== null);
  return {
    command: check.command,
    args,
    cwd: check.cwd,
    env: Object.fromEntries(set),
    timeout: check.timeout,
    files,
    trace: depth,
  };
}
