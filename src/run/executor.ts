import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PlannedCommand } from "../plan/plan.ts";
import { type RedactedStream, redactLines } from "../secrets/redact-lines.ts";
import { createRedact, type Redact } from "../secrets/redact.ts";
import { withoutRepository } from "../system/git/git-environment.ts";
import { findExecutable, type FoundExecutable, searchPath } from "../system/process/find-executable.ts";
import type { GroupEnd } from "../system/process/process-group.ts";
import type { Trace } from "../system/strace/read-trace.ts";
import type { CommandWatch, Tracer } from "../system/strace/tracer.ts";
import type { Elsewhere } from "../vocabulary/verdict/elsewhere.ts";
import type { Ending, StopReason } from "../vocabulary/verdict/result.ts";
import { installAdvice } from "./install-advice.ts";
import { type Heard, type ProcessRun, runProcess } from "./run-process.ts";

export interface CommandOutcome {
  readonly ending: Ending;
  readonly stdout: string;
  readonly stderr: string;
  /** When it started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds. */
  readonly duration: number;
  /** What it did with files; null if it was not watched. */
  readonly trace: Trace | null;
  /** The machine that it ran on, if not this one. */
  readonly elsewhere?: Elsewhere;
}

/**
 * Runs one command to its end, or ends it when `stop` is aborted. Without a StopReason as its reason, that counts as
 * interrupted. Never rejects: how the command ended is a value. Only the executor knows where commands run: on this
 * machine, or on workers (`queue/dispatch.ts`).
 */
export type Executor = (
  command: PlannedCommand,
  stop: AbortSignal,
  /** Gets what the command prints while it runs, line by line and without secrets, up to `LIVE_LIMIT`. */
  hear?: (text: string) => void,
) => Promise<CommandOutcome>;

/** Bytes of one command's output that are passed on while it runs. Redacting a flood takes longer than printing it. */
const LIVE_LIMIT = 256 * 1024;

export function createLocalExecutor(options: {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Variables that checks declare. */
  readonly declared?: ReadonlySet<string>;
  /** Watches the commands that ask for it. */
  readonly tracer?: Tracer | null;
}): Executor {
  // A copy, because every read of process.env is a system call.
  const find = createFinder(options.root, withoutRepository(options.env));
  return async (command, stop, hear) => {
    const env = { ...options.env, ...command.env };
    const declared = new Set([...(options.declared ?? []), ...Object.keys(command.env)]);
    const redact = createRedact({ env, declared, isPath: existsSync });
    const heard = hear === undefined ? null : hearLines(redact, hear);
    const startedAt = Date.now();
    const start = performance.now();
    const watch = command.trace === null ? null : (options.tracer?.watch(command.trace) ?? null);
    let tried: Tried;
    try {
      tried = await run(command, { root: options.root, find, stop, watch, heard });
    } finally {
      watch?.close();
    }
    // Without a tracer it may end differently. A command that was stopped is not started again.
    if (tried.trace === "spoiled" && !stop.aborted)
      tried = await run(command, { root: options.root, find, stop, watch: null, heard: null });
    heard?.end();
    // From here on, the output is shown, written and stored.
    return {
      ending: tried.ending,
      stdout: redact(tried.stdout),
      stderr: redact(tried.stderr),
      startedAt,
      duration: tried.endedAt - start,
      trace: tried.trace === "spoiled" ? null : tried.trace,
    };
  };
}

interface RunContext {
  readonly root: string;
  readonly find: Finder;
  readonly stop: AbortSignal;
  readonly watch: CommandWatch | null;
  readonly heard: Heard | null;
}

/**
 * Passes on the start of the output, without secrets. Each stream on its own, so that neither splits a line of the
 * other.
 */
function hearLines(redact: Redact, hear: (text: string) => void): Heard & { end(): void } {
  let bytesLeft = LIVE_LIMIT;
  const open = (): RedactedStream => {
    const lines = redactLines(redact, hear);
    return {
      add(chunk) {
        if (bytesLeft > 0) lines.add(chunk.subarray(0, bytesLeft));
        bytesLeft -= chunk.length;
      },
      end: lines.end,
    };
  };
  const [stdout, stderr] = [open(), open()];
  return {
    stdout,
    stderr,
    end() {
      stdout.end();
      stderr.end();
    },
  };
}

interface Tried {
  readonly ending: Ending;
  readonly stdout: string;
  readonly stderr: string;
  /** On the clock of `performance`. */
  readonly endedAt: number;
  readonly trace: ProcessRun["trace"];
}

type Finder = (
  command: PlannedCommand,
  cwd: string,
) => { readonly executable: FoundExecutable; readonly env: NodeJS.ProcessEnv };

/** Finds commands and builds their environment. Remembers what it found; what is missing may still be built. */
function createFinder(root: string, env: NodeJS.ProcessEnv): Finder {
  const known = new Map<string, { executable: FoundExecutable; path: string }>();
  return (command, cwd) => {
    const environment = { ...env, ...command.env };
    const key = JSON.stringify([command.command, cwd, environment["PATH"]]);
    let found = known.get(key);
    if (found === undefined) {
      const path = searchPath({ cwd, root, env: environment });
      found = { executable: findExecutable(command.command, { cwd, path }), path };
      if (found.executable.type === "found") known.set(key, found);
    }
    return { executable: found.executable, env: { ...environment, PATH: found.path } };
  };
}

async function run(command: PlannedCommand, context: RunContext): Promise<Tried> {
  const { root, find, stop, watch, heard } = context;
  const without = (ending: Ending): Tried => ({
    ending,
    stdout: "",
    stderr: "",
    endedAt: performance.now(),
    trace: null,
  });
  if (stop.aborted) return without({ type: "stopped", why: whyStopped(stop), started: false });
  const cwd = join(root, command.cwd);
  const { executable, env } = find(command, cwd);
  if (executable.type !== "found") return without(describeMissing(command, { root, cwd }, executable.type));
  const start = { command: executable.path, args: command.args };
  const { end, stdout, stderr, endedAt, trace } = await runProcess({
    start,
    cwd,
    env,
    stop,
    watch,
    heard,
    timeout: command.timeout,
  });
  const ending: Ending =
    end.type === "stopped"
      ? { type: "stopped", why: whyStopped(stop), started: true }
      : end.type === "timed-out"
        ? { type: "timed-out", limit: command.timeout }
        : describeEnd(end, { command: command.command, root });
  return { ending, stdout: stdout.toString(), stderr: stderr.toString(), endedAt, trace };
}

const STOPS: readonly unknown[] = [
  "fail-fast",
  "overall-timeout",
  "interrupted",
  "superseded",
] satisfies readonly StopReason["type"][];

/** The signal may have no reason, or one that is not ours. */
function whyStopped({ reason }: AbortSignal): StopReason {
  const type = (reason as { readonly type?: unknown } | null | undefined)?.type;
  return STOPS.includes(type) ? (reason as StopReason) : { type: "interrupted" };
}

/** The exit status of a shell that does not find a command, as with `npm run`. */
const NOT_FOUND = 127;

function describeEnd(
  end: GroupEnd,
  { command, root }: { readonly command: string; readonly root: string },
): Ending {
  if (end.type === "exited" && end.code === NOT_FOUND) {
    const advice = installAdvice(root);
    return advice === null ? end : { ...end, advice };
  }
  if (end.type !== "not-started") return end;
  const { code, message } = end.error;
  return {
    type: "not-started",
    reason: `${command} could not be started (${code ?? message}).`,
    advice:
      code === "E2BIG"
        ? "Its arguments and the environment are larger than the system allows."
        : "Start it by hand in the same directory to see why.",
  };
}

function describeMissing(
  command: PlannedCommand,
  { root, cwd }: { readonly root: string; readonly cwd: string },
  type: "missing" | "not-executable",
): Ending {
  const { command: name } = command;
  if (!existsSync(cwd)) {
    const advice = "Create the directory, or correct cwd.";
    return { type: "not-started", reason: `The working directory ${command.cwd} does not exist.`, advice };
  }
  if (type === "not-executable") {
    return {
      type: "not-started",
      reason: `${name} is not executable.`,
      advice: `Make it so (chmod +x ${name}).`,
    };
  }
  const advice = name.includes("/")
    ? `There is no such file, seen from ${command.cwd === "." ? "the repository root" : command.cwd}.`
    : (installAdvice(root) ??
      "It is neither in node_modules/.bin nor on PATH. Install it, or correct the command.");
  return { type: "not-started", reason: `The command ${name} was not found.`, advice };
}
