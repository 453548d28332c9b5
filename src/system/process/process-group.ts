import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { childEnvironment } from "./child-environment.ts";
import { createGuard } from "./guard.ts";
import { processIds, readProcess, tracerOf } from "./process-state.ts";

/** Names every command above a process, so that one that left its process group can still be found. */
const LINEAGE = "VERIFICATION_LINEAGE";

/** A program and its arguments. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ProcessGroupOptions extends Start {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Its standard input; empty by default. */
  readonly input?: string;
  readonly onStdout: (chunk: Buffer) => void;
  readonly onStderr: (chunk: Buffer) => void;
}

export type GroupEnd =
  | { readonly type: "exited"; readonly code: number }
  | { readonly type: "signalled"; readonly signal: string }
  | { readonly type: "not-started"; readonly error: NodeJS.ErrnoException };

export interface ProcessGroup {
  /** The id of the command's process; undefined if it could not start. */
  readonly pid: number | undefined;
  /** Resolves when the command has ended and nothing that it started is left. Never rejects. */
  readonly ended: Promise<GroupEnd>;
  /** Ends the command and everything it started: asks first, and kills after `grace` milliseconds. */
  end(grace: number): void;
}

/** How long after a command's end something it started may still hold its output open. */
const DRAIN_MS = 1000;
const POLL_MS = 25;

const guard = createGuard();

/**
 * Starts a command in its own process group. When the command ends, whatever it left behind is ended too: a finished
 * check leaves nothing running.
 */
export function startProcessGroup(options: ProcessGroupOptions): ProcessGroup {
  const mark = randomUUID();
  const lineage = options.env[LINEAGE];
  let child: ChildProcess;
  try {
    child = start(options, lineage === undefined ? mark : `${lineage}:${mark}`);
  } catch (error) {
    // Some errors of the system are thrown rather than reported, such as arguments that are too large.
    return {
      pid: undefined,
      ended: Promise.resolve({ type: "not-started", error: error as NodeJS.ErrnoException }),
      end: () => {},
    };
  }
  const { pid } = child;
  if (pid !== undefined) guard.watch(pid, mark);
  let ending: Promise<void> | undefined;
  child.stdin?.on("error", () => {}).end(options.input);
  // Errors on these pipes mean that they are gone; the end of the process says the rest. If the system has no more
  // pipes, there are none.
  child.stdout?.on("data", options.onStdout).on("error", () => {});
  child.stderr?.on("data", options.onStderr).on("error", () => {});

  const ended = new Promise<GroupEnd>((resolve) => {
    child.once("error", (error) => resolve({ type: "not-started", error }));
    child.once("exit", async (code, signal) => {
      await drain(child);
      // A daemon that a tool put into its own session outlives it on purpose; only `end` looks for those.
      ending ??= endAll(() => groupMembers(child.pid), DRAIN_MS);
      await ending;
      child.stdout?.destroy();
      child.stderr?.destroy();
      if (pid !== undefined) guard.release(pid);
      resolve(code === null ? { type: "signalled", signal: signal ?? "unknown" } : { type: "exited", code });
    });
  });
  const end = (grace: number): void => {
    if (process.platform === "win32")
      spawn("taskkill", ["/pid", String(child.pid), "/T", "/F"], {
        stdio: "ignore",
        env: childEnvironment(process.env),
      });
    else ending ??= endAll(() => [...groupMembers(child.pid), ...marked(mark)], grace);
  };
  return { pid, ended, end };
}

function start(options: ProcessGroupOptions, lineage: string): ChildProcess {
  return spawn(options.command, options.args, {
    cwd: options.cwd,
    env: { ...childEnvironment(options.env), [LINEAGE]: lineage },
    stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
}

/** Waits until the output is complete, or for a while if something that the command left holds it open. */
function drain(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DRAIN_MS);
    child.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Asks the processes to end, and kills them after `grace` milliseconds until none is left. */
async function endAll(survivors: () => readonly number[], grace: number): Promise<void> {
  let left = survivors();
  signal(left, "SIGTERM");
  for (
    const deadline = performance.now() + grace;
    left.length > 0 && performance.now() < deadline;
    left = survivors()
  ) {
    await pause(POLL_MS);
  }
  for (let tries = 0; tries < 100 && left.length > 0; tries++, left = survivors()) {
    signal(left, "SIGKILL");
    await pause(POLL_MS);
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It is gone already.
    }
  }
}

/** The group as one id to signal, if anything in it still runs. */
function groupMembers(pid: number | undefined): readonly number[] {
  if (pid === undefined || process.platform === "win32") return [];
  try {
    process.kill(-pid, 0);
  } catch {
    return [];
  }
  // If nobody reaps orphans, the group may contain only dead processes.
  return process.platform !== "linux" || livesInGroup(pid) ? [-pid] : [];
}

function livesInGroup(group: number): boolean {
  // If that is unknown, something may be alive.
  const pids = processIds();
  return (
    pids === null ||
    pids.some((pid) => {
      const [state, , pgrp] = readProcess(pid, "stat")
        .replace(/^.*\) /s, "")
        .split(" ");
      return Number(pgrp) === group && state !== "Z" && state !== "X";
    })
  );
}

/**
 * Processes that carry the mark in their environment, wherever they went, and those that a tracer among them watches:
 * they cannot run without it. Linux only; elsewhere the group is all we see.
 */
function marked(mark: string): readonly number[] {
  if (process.platform !== "linux") return [];
  const pids = processIds() ?? [];
  const found = new Set(pids.filter((pid) => readProcess(pid, "environ").includes(mark)));
  return found.size === 0 ? [] : pids.filter((pid) => found.has(pid) || found.has(tracerOf(pid) ?? 0));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
