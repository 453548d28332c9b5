import { dirname, join } from "node:path";
import { isPass } from "../checks/is-pass.ts";
import type { PlannedCommand } from "../plan/plan.ts";
import type { Increments, LaidIncrement } from "../store/store.ts";
import type { Trace } from "../system/strace/read-trace.ts";
import { isFollowed } from "../tools/increment-record.ts";
import type { ToolIncrement } from "../tools/increments.ts";
import type { CommandOutcome, Executor } from "./executor.ts";

const GRACE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The state that a command may continue from. */
export interface Increment {
  readonly check: string;
  readonly tool: ToolIncrement;
  /** Identifies everything except the files that the tool checks. If it differs, the tool starts from nothing. */
  readonly state: string;
  /** Start from nothing, whatever is stored. */
  readonly isFresh: boolean;
}

/**
 * Lets tools continue from the state they stored in their last run. Only the state of a passed run is used, because a
 * tool that forgets an old error would turn it green. If the tool may have overlooked something, it runs again from
 * nothing.
 */
export function useIncrements(
  executor: Executor,
  increments: Increments,
  incrementOf: (command: PlannedCommand) => Increment | null,
): Executor {
  return async (command, stop, hear) => {
    const increment = incrementOf(command);
    if (increment === null) return executor(command, stop, hear);
    const patience = command.timeout > 0 ? command.timeout + GRACE_MS : DAY_MS;
    const execute = (args: readonly string[]): Promise<CommandOutcome> =>
      executor({ ...command, args }, stop, hear);
    const from = async (isFresh: boolean): Promise<Tried> => {
      const laid = increments.lay(increment.check, increment.state, { isFresh, patience });
      // A user who wants everything verified again trusts nothing from before.
      if (increment.isFresh) laid?.forget();
      const args = laid === null ? null : increment.tool.withFile(command.args, laid.file);
      return laid === null || args === null
        ? { outcome: await execute(command.args), isSure: true }
        : runWith(laid, increment.tool, () => execute(args));
    };
    const { outcome, isSure } = await from(increment.isFresh);
    if (isSure || stop.aborted) return outcome;
    const again = await from(true);
    const { startedAt, duration } = outcome;
    return { ...again.outcome, startedAt, duration: duration + again.outcome.duration };
  };
}

interface Tried {
  readonly outcome: CommandOutcome;
  /** Whether a run from nothing would give the same result. */
  readonly isSure: boolean;
}

async function runWith(
  laid: LaidIncrement,
  tool: ToolIncrement,
  execute: () => Promise<CommandOutcome>,
): Promise<Tried> {
  let text: string | null = null;
  let outcome: CommandOutcome;
  try {
    outcome = await execute();
  } finally {
    text = laid.take();
  }
  const after = text === null ? null : tool.read(text);
  const opensAll = after !== null && opens(outcome.trace, [...after.keys()], dirname(laid.file));
  const before = laid.text === null ? null : tool.read(laid.text);
  const isSure =
    laid.text === null || (opensAll && before !== null && isFollowed(before, after)) || !hasEnded(outcome);
  const keepable = text !== null && opensAll && isSure && isPass(outcome.ending) ? tool.keepable(text) : null;
  if (keepable !== null) laid.keep(keepable);
  return { outcome, isSure };
}

/** A command that was stopped says nothing anyway. */
function hasEnded({ ending: { type } }: CommandOutcome): boolean {
  return type === "exited";
}

/**
 * Whether a watched command opened all of these. A file that it skipped because it knew it would be missing from its
 * inputs.
 */
function opens(trace: Trace | null, files: readonly string[], directory: string): boolean {
  if (trace === null) return true;
  const opened = new Set(
    trace.accesses.flatMap(({ type, path, named }) => (type === "read" ? [path, named] : [])),
  );
  return files.every((file) => opened.has(join(directory, file)));
}
