import { setTimeout as delay } from "node:timers/promises";
import { isPass } from "../checks/is-pass.ts";
import type { PlannedBuiltin, PlannedCommand } from "../plan/plan.ts";
import type { Redact } from "../secrets/redact.ts";
import type { SourceFiles } from "../system/files/source-files.ts";
import type { Trace } from "../system/strace/read-trace.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { Elsewhere } from "../vocabulary/verdict/elsewhere.ts";
import type { Emit } from "../vocabulary/run/event.ts";
import { explainEnding } from "../wording/explain.ts";
import type { CommandStart } from "./doubt/watch-tree.ts";
import type { CommandOutcome, Executor } from "./executor.ts";
import { type ReadOutput, readOutput } from "./output/read-output.ts";

export interface CheckContext {
  readonly executor: Executor;
  /** The source that findings quote. */
  readonly sources: SourceFiles;
  readonly slots: <T>(task: () => Promise<T>) => Promise<T>;
  readonly stop: AbortSignal;
  readonly retryDelayMs: number;
  readonly emit: Emit;
  readonly redact: Redact;
  /**
   * Called when a command has failed after all retries and still holds its slot, so that nothing starts in the slot.
   */
  readonly failed: (check: Check) => void;
  /** Called right before a command starts. */
  readonly noteStart: (check: Check) => Promise<CommandStart>;
  /** Called for every command after its last try, with the outcome of that try. */
  readonly record: (check: Check, attempt: Attempt) => void;
}

export interface Attempt extends ReadOutput {
  readonly command: PlannedCommand | PlannedBuiltin;
  /** Of the last try. */
  readonly outcome: CommandOutcome;
  readonly retries: number;
  /** When the first try started, in milliseconds since 1970. */
  readonly since: number;
  /** The state of the repository when the last try started. */
  readonly start: CommandStart;
  /** What each try was seen to do; null if one was not watched. */
  readonly traces: readonly Trace[] | null;
  /** For each try, the machine that it ran on; null for this one. */
  readonly elsewhere: readonly (Elsewhere | null)[];
  /** Earlier tries that ended by themselves and failed. */
  readonly failedTries: readonly FailedTry[];
}

export interface FailedTry {
  /** From 1. */
  readonly tried: number;
  /** When it ended, in milliseconds since 1970. */
  readonly at: number;
  /** The state of the repository when it started. */
  readonly start: CommandStart;
}

/** Runs all commands of one check, each as soon as a slot is free, and retries each as often as the check allows. */
export async function runCheck(
  check: Check,
  commands: readonly PlannedCommand[],
  context: CheckContext,
): Promise<readonly Attempt[]> {
  let started = false;
  const announce = (): void => {
    if (!started) context.emit({ type: "check-started", check: check.name, at: Date.now() });
    started = true;
  };
  return Promise.all(
    commands.map(async (command) => {
      const done = await runWithRetries(check, command, { ...context, announce });
      const attempt = {
        command,
        ...done,
        ...(await readOutput(check, { command, outcome: done.outcome }, context)),
      };
      context.record(check, attempt);
      return attempt;
    }),
  );
}

async function runWithRetries(
  check: Check,
  command: PlannedCommand,
  context: CheckContext & { announce: () => void },
): Promise<
  Pick<Attempt, "outcome" | "retries" | "start" | "since" | "traces" | "elsewhere" | "failedTries">
> {
  const { executor, slots, stop, emit } = context;
  const failedTries: FailedTry[] = [];
  let traces: readonly Trace[] | null = [];
  const elsewhere: (Elsewhere | null)[] = [];
  let since: number | undefined;
  for (let retries = 0; ; retries++) {
    const { outcome, isLast, start } = await slots(async () => {
      if (!stop.aborted) context.announce();
      const start = await context.noteStart(check);
      since ??= Date.now();
      const outcome = await executor(command, stop, (text) =>
        emit({ type: "check-output", check: check.name, text }),
      );
      const isLast = retries >= check.retries || stop.aborted || !isRetried(outcome);
      if (isLast && !isPass(outcome.ending)) context.failed(check);
      return { outcome, isLast, start };
    });
    traces = outcome.trace === null || traces === null ? null : [...traces, outcome.trace];
    elsewhere.push(outcome.elsewhere ?? null);
    const last = {
      outcome,
      retries,
      start,
      since: since ?? outcome.startedAt,
      traces,
      elsewhere,
      failedTries,
    };
    if (isLast) return last;
    const why = explainEnding(outcome.ending);
    emit({ type: "check-retrying", check: check.name, attempt: retries + 1, retries: check.retries, why });
    await delay(context.retryDelayMs, undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return last;
    if (outcome.ending.type === "exited")
      failedTries.push({ tried: retries + 1, at: outcome.startedAt + Math.round(outcome.duration), start });
  }
}

/** A command that could not start will not start the next time either. */
function isRetried({ ending }: CommandOutcome): boolean {
  const { type } = ending;
  return type === "timed-out" || type === "signalled" || (type === "exited" && !isPass(ending));
}
