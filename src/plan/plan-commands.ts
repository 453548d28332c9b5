import { depthOf } from "../vocabulary/tool-habits.ts";
import type { Check } from "../vocabulary/check.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Target } from "../vocabulary/unit.ts";
import { buildBatches } from "./batches.ts";
import type { PlannedCommand } from "./plan.ts";

/** The processes that apply a check to targets: one for the whole project, or as many as it takes for the files. */
export function planCommands(check: Check, targets: readonly Target[]): readonly PlannedCommand[] {
  if (targets.includes("")) return [command(check, check.args, [])];
  const batches = buildBatches(check, targets as readonly RepoPath[], check.batch ?? undefined);
  return batches.map(({ args, files }) => command(check, args, files));
}

function command(check: Check, args: readonly string[], files: readonly RepoPath[]): PlannedCommand {
  const set = Object.entries(check.env).filter((entry): entry is [string, string] => entry[1] !== null);
  return {
    command: check.command,
    args,
    cwd: check.cwd,
    env: Object.fromEntries(set),
    timeout: check.timeout,
    files,
    trace: depthOf(check),
  };
}
