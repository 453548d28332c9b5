import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PlannedCommand } from "../plan/plan.ts";
import { findExecutable, searchPath, type FoundExecutable } from "../system/find-executable.ts";
import { withoutRepository } from "../system/git-environment.ts";
import { startProcessGroup, type GroupEnd, type Start } from "../system/process-group.ts";
import type { Ending, StopReason } from "../vocabulary/result.ts";
import { createRedact } from "../vocabulary/redact.ts";
import { BoundedOutput } from "./bounded-output.ts";

export interface CommandOutcome {
  readonly ending: Ending;
  readonly stdout: string;
  readonly stderr: string;
  /** When it started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds. */
  readonly duration: number;
}

/**
 * Runs one command to its end, or ends it when `stop` is aborted: with a StopReason, or else it counts as interrupted. Never
 * rejects: how it ended is a value. Where commands run is known only here; other machines would be a second implementation.
 */
export type Executor = (command: PlannedCommand, stop: AbortSignal) => Promise<CommandOutcome>;

/** Per stream. Enough for the machine-readable output of tools; the rest of a flood is dropped from its middle. */
const OUTPUT_LIMIT = 8 * 1024 * 1024;
const GRACE_MS = 2000;

export function createLocalExecutor(options: {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Variables that checks say they read. */
  readonly declared?: ReadonlySet<string>;
  /** Starts another program in place of the one that was found, such as one that watches it. */
  readonly wrap?: (start: Start) => Start;
}): Executor {
  // A copy: every read of process.env asks the system.
  const find = createFinder(options.root, withoutRepository(options.env));
  return async (command, stop) => {
    const startedAt = Date.now();
    const start = performance.now();
    const stdout = new BoundedOutput(OUTPUT_LIMIT);
    const stderr = new BoundedOutput(OUTPUT_LIMIT);
    const ending = await run(command, { ...options, find, stop, stdout, stderr });
    // From here on, what was printed is shown, written and stored.
    const env = { ...options.env, ...command.env };
    const declared = new Set([...(options.declared ?? []), ...Object.keys(command.env)]);
    const redact = createRedact({ env, declared, isPath: existsSync });
    return {
      ending,
      stdout: redact(stdout.toString()),
      stderr: redact(stderr.toString()),
      startedAt,
      duration: performance.now() - start,
    };
  };
}

interface RunContext {
  readonly root: string;
  readonly wrap?: (start: Start) => Start;
  readonly find: Finder;
  readonly stop: AbortSignal;
  readonly stdout: BoundedOutput;
  readonly stderr: BoundedOutput;
}

type Finder = (
  command: PlannedCommand,
  cwd: string,
) => { readonly executable: FoundExecutable; readonly env: NodeJS.ProcessEnv };

/** Finds commands and makes their environment. What was found is remembered; what was not may still be built. */
function createFinder(root: string, env: NodeJS.ProcessEnv): Finder {
  const known = new Map<string, { executable: FoundExecutable; path: string }>();
  return (command, cwd) => {
    const own = { ...env, ...command.env };
    const key = JSON.stringify([command.command, cwd, own["PATH"]]);
    let found = known.get(key);
    if (found === undefined) {
      const path = searchPath({ cwd, root, env: own });
      found = { executable: findExecutable(command.command, { cwd, path }), path };
      if (found.executable.type === "found") known.set(key, found);
    }
    return { executable: found.executable, env: { ...own, PATH: found.path } };
  };
}

async function run(command: PlannedCommand, context: RunContext): Promise<Ending> {
  const { root, stop } = context;
  if (stop.aborted) return { type: "stopped", why: whyStopped(stop), started: false };
  const cwd = join(root, command.cwd);
  const { executable, env } = context.find(command, cwd);
  if (executable.type !== "found") return describeMissing(command, cwd, executable.type);

  const direct: Start = { command: executable.path, args: command.args };
  const group = startProcessGroup({
    ...(context.wrap?.(direct) ?? direct),
    cwd,
    env,
    onStdout: (chunk) => context.stdout.add(chunk),
    onStderr: (chunk) => context.stderr.add(chunk),
  });
  let cut: Ending | undefined;
  const endWith = (why: Ending): void => {
    cut ??= why;
    group.end(GRACE_MS);
  };
  const onStop = (): void => endWith({ type: "stopped", why: whyStopped(stop), started: true });
  stop.addEventListener("abort", onStop, { once: true });
  const timer =
    command.timeout > 0
      ? setTimeout(() => endWith({ type: "timed-out", limit: command.timeout }), command.timeout)
      : undefined;
  const end = await group.ended;
  clearTimeout(timer);
  stop.removeEventListener("abort", onStop);
  return cut ?? describeEnd(end, command.command);
}

const STOPS: readonly unknown[] = [
  "fail-fast",
  "overall-timeout",
  "interrupted",
  "superseded",
] satisfies readonly StopReason["type"][];

/** Whoever aborts may give no reason, or one of their own. */
function whyStopped({ reason }: AbortSignal): StopReason {
  const type = (reason as { readonly type?: unknown } | null | undefined)?.type;
  return STOPS.includes(type) ? (reason as StopReason) : { type: "interrupted" };
}

function describeEnd(end: GroupEnd, command: string): Ending {
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

function describeMissing(command: PlannedCommand, cwd: string, type: "missing" | "not-executable"): Ending {
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
    : "It is neither in node_modules/.bin nor on PATH. Install it, or correct the command.";
  return { type: "not-started", reason: `The command ${name} was not found.`, advice };
}
