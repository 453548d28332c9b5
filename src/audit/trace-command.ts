import type { PlannedCommand } from "../plan/plan.ts";
import { createLocalExecutor } from "../run/executor.ts";
import type { Trace } from "../system/read-trace.ts";
import { statPath } from "../system/file-stat.ts";
import type { Tracer } from "../system/tracer.ts";
import { sortTraces, type Seen } from "../trace/sort-trace.ts";
import type { TraceWorld } from "../trace/trace-world.ts";
import type { Check } from "../vocabulary/check.ts";
import { explainEnding } from "../vocabulary/explain.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Place } from "../vocabulary/path-set.ts";
import { absoluteOf } from "../vocabulary/places.ts";
import { isPass } from "../vocabulary/result.ts";
import type { Snapshot } from "../vocabulary/snapshot.ts";
import { searchesFiles } from "../vocabulary/tool-habits.ts";

/** A command that was run under a trace. */
export interface TracedCommand {
  /** Null where nothing was traced. */
  readonly seen: Seen | null;
  /** Why the trace does not tell all that the command reads; null where it does. */
  readonly blind: string | null;
  /** How it ended, in words; null where it exited with 0. */
  readonly ending: string | null;
  /** The tree as it was left. */
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
 * Runs commands as a run would, with their time limits and in process groups, and tells what they did with files. Those
 * that no run watches are watched all the same.
 */
export function createTraceCommand(options: TraceOptions): TraceCommand {
  const { world, snapshot, stop } = options;
  const execute = createLocalExecutor(options);
  return async (check, command, isProduct) => {
    const depth = command.trace ?? "calls";
    const { ending, trace } = await execute({ ...command, trace: depth }, stop);
    const after = await options.lookAgain();
    const said = { ending: isPass(ending) ? null : explainEnding(ending), after };
    if (trace === undefined || trace === null || trace.accesses.length === 0)
      return { ...said, seen: null, blind: null };
    const statOf = (place: Place): ReturnType<typeof statPath> => statPath(absoluteOf(place, world));
    const seen = sortTraces([trace], {
      ...world,
      snapshot,
      depth,
      targets: command.files,
      searches: searchesFiles(check),
      isProduct,
      isThere: (place) => statOf(place) !== "absent",
      isFile: (place) => isFile(statOf(place)),
      isUnchanged: (place) => isSame(place as RepoPath, snapshot, after),
    });
    return { ...said, seen, blind: blindnessOf(trace, seen, command.files) };
  };
}

/** In such cases a run goes by a prediction. */
function blindnessOf(trace: Trace, seen: Seen, targets: readonly RepoPath[]): string | null {
  const [modified] = seen.modified;
  const unopened = targets.find((target) => !seen.opened.has(target));
  return (
    trace.blind ??
    (seen.cache === null ? null : `it went by ${seen.cache}, which an earlier run left there`) ??
    (modified === undefined ? null : `it changed ${modified}, which it had read`) ??
    (unopened === undefined ? null : `it was not seen to open ${unopened}`)
  );
}

function isFile(stat: ReturnType<typeof statPath>): boolean {
  return typeof stat === "object" && (stat.kind === "file" || stat.kind === "executable");
}

function isSame(path: RepoPath, before: Snapshot, after: Snapshot): boolean {
  const entry = before.files.get(path);
  return entry !== undefined && after.files.get(path)?.id === entry.id;
}
