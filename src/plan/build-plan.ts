import type { Check } from "../vocabulary/check.ts";
import { matchGlobs } from "../vocabulary/glob.ts";
import { isArgument, type RepoPath } from "../vocabulary/path.ts";
import type { SkipReason } from "../vocabulary/result.ts";
import { buildBatches, takesFiles } from "./batches.ts";
import type { Decision, Plan, PlannedCommand } from "./plan.ts";

export interface PlanOptions {
  readonly checks: readonly Check[];
  /** Null for a check that takes part, else why it does not. */
  readonly selection: ReadonlyMap<string, SkipReason | null>;
  readonly files: readonly RepoPath[];
  /** Only what is at or below these is verified; everything where there are none. */
  readonly paths: readonly RepoPath[];
}

/** Decides for every check what will be started. Pure: the same input gives the same plan. */
export function buildPlan(options: PlanOptions): Plan {
  const isWithin = matchPaths(options.paths);
  return {
    schemaVersion: 1,
    checks: options.checks.map((check) => {
      const skip = options.selection.get(check.name) ?? null;
      const dependsOn = check.dependsOn.filter((name) => options.selection.get(name) === null);
      const named = { check: check.name, dependsOn };
      if (skip !== null) return { ...named, decision: "skip", reason: skip };
      if (check.blockedBy !== null) return { ...named, decision: "blocked", why: check.blockedBy };
      return { ...named, ...planCommands(check, options.files, isWithin) };
    }),
  };
}

function planCommands(
  check: Check,
  files: readonly RepoPath[],
  isWithin: (path: string) => boolean,
): Decision {
  const targets = (check.files === null ? files : files.filter(matchGlobs(check.files))).filter(isWithin);
  if (check.files !== null && targets.length === 0) return { decision: "skip", reason: { type: "no-files" } };
  const command = (args: readonly string[], batch: readonly RepoPath[]): PlannedCommand => ({
    command: check.command,
    args,
    cwd: check.cwd,
    env: Object.fromEntries(
      Object.entries(check.env).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
    timeout: check.timeout,
    files: batch,
  });
  if (!takesFiles(check.args)) return { decision: "run", commands: [command(check.args, [])] };
  const unnameable = targets.find((file) => !isArgument(file));
  if (unnameable !== undefined) {
    const why = `The name of ${JSON.stringify(unnameable)} is not valid UTF-8 and cannot be given to a command; rename it, or exclude it from files.`;
    return { decision: "blocked", why };
  }
  return {
    decision: "run",
    commands: buildBatches(check.args, targets, check.cwd).map((batch) => command(batch.args, batch.files)),
  };
}

function matchPaths(paths: readonly RepoPath[]): (path: string) => boolean {
  if (paths.length === 0 || paths.includes("." as RepoPath)) return () => true;
  return (file) => paths.some((path) => file === path || file.startsWith(`${path}/`));
}
