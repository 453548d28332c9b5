import { isPass } from "../checks/is-pass.ts";
import type { PlannedCommand } from "../plan/plan.ts";
import { createLocalExecutor } from "../run/executor.ts";
import type { Tracer } from "../system/strace/tracer.ts";
import { isHarmlessNote, searchesFiles } from "../tools/habits.ts";
import { findBlindness, seeCommand } from "../trace/observe-command.ts";
import type { Seen } from "../trace/sort-trace.ts";
import type { TraceWorld } from "../trace/trace-world.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import { explainEnding } from "../wording/explain.ts";

/** A command that ran under a trace. */
export interface TracedCommand {
  /** Null if nothing was traced. */
  readonly seen: Seen | null;
  /** Why the trace does not show everything that the command reads; null if it does. */
  readonly blind: string | null;
  /** How it ended, in words; null if it exited with 0. */
  readonly ending: string | null;
  /** The tree afterwards. */
  readonly after: Snapshot;
}

export type TraceCommand = (
  check: Check,
  command: PlannedCommand,
  isProduct: (path: RepoPath) => boolean,
) => Promise<TracedCommand>;

export interface TraceOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly tracer: Tracer;
  readonly world: TraceWorld;
  readonly snapshot: Snapshot;
  readonly lookAgain: () => Promise<Snapshot>;
  readonly stop: AbortSignal;
}

/**
 * Runs commands like a run, with their time limits and in process groups, and reports what they did with files. Also
 * watches those that no run watches.
 */
export function createTraceCommand(options: TraceOptions): TraceCommand {
  const { world, snapshot, stop } = options;
  const execute = createLocalExecutor(options);
  return async (check, command, isProduct) => {
    const depth = command.trace ?? "calls";
    const { ending, trace, startedAt } = await execute({ ...command, trace: depth }, stop);
    const after = await options.lookAgain();
    const said = { ending: isPass(ending) ? null : explainEnding(ending), after };
    if (trace === null || trace.accesses.length === 0) return { ...said, seen: null, blind: null };
    const traces = [trace];
    const targets = command.files;
    const seen = seeCommand({
      world,
      traces,
      depth,
      targets,
      since: startedAt,
      before: { snapshot },
      after: { snapshot: after },
      searches: searchesFiles(check),
      isProduct,
      isNote: (path) => isHarmlessNote(check, path),
    });
    const unopened = targets.find((target) => !seen.opened.has(target));
    const blind =
      findBlindness(traces, seen)?.why ?? (unopened === undefined ? null : `it did not open ${unopened}`);
    return { ...said, seen, blind };
  };
}
