import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TraceDepth } from "../../vocabulary/check/trace.ts";
import { childEnvironment } from "../process/child-environment.ts";
import type { CommandWatch } from "../process/command-watch.ts";
import type { Start } from "../process/process-group.ts";
import { processIds, readProcess, tracerOf } from "../process/process-state.ts";
import { readTraceFile } from "./read-trace-file.ts";
import { traceFilter } from "./traced-calls.ts";

/** One strace, as it is used here. */
export interface Strace {
  readonly path: string;
  /** Besides those that are always given. */
  readonly options: readonly string[];
  /** Bytes that are recorded for one command; more are dropped. */
  readonly limit: number;
}

/** Signals that end nothing. For the others, strace records what they ended. */
const HARMLESS = "SIGCHLD,SIGCONT,SIGURG,SIGWINCH";
/** For other calls, what is behind a pointer is not read: it costs time, and says nothing. */
const STRUCTURES = "?openat2,?clone3,?connect,?bind,?getsockname,?getsockopt";
/** After this many checks without success, strace will not start. */
const PATIENCE = 40;

/** Watches a command with strace, which writes all processes into one file, in a separate directory. */
export function watchWithStrace(strace: Strace, depth: TraceDepth): CommandWatch | null {
  const directory = makeDirectory();
  if (directory === null) return null;
  const file = join(directory, "trace");
  const isTracing = (): boolean => (processIds() ?? []).some((pid) => isNamedIn(pid, directory));
  let isTooMuch = false;
  let isAttached = false;
  let asked = 0;
  let heard = "";
  return {
    wrap: (start) => wrap(strace, { start, file, depth }),
    hears: (chunk) => {
      const text = heard + chunk.toString("latin1");
      heard = text.slice(-strace.path.length - 1);
      return text.includes(`${strace.path}: `);
    },
    isLost: (pid) => {
      isTooMuch = emptyFrom(file, strace.limit) || isTooMuch;
      const tracer = tracerOf(pid);
      if (tracer === null) return false;
      isAttached ||= tracer !== 0;
      // At first the process is strace itself, which waits to be watched before it becomes the command.
      return tracer === 0 && (isAttached || !isNamedIn(pid, directory) || ++asked > PATIENCE);
    },
    read: (ended) => readTraceFile(file, { ...ended, limit: strace.limit, isTooMuch, isTracing }),
    // Processes that outlive the command are still traced, into a file without a name, until they end.
    close: () => removeDirectory(directory),
  };
}

/** Traces strace itself; null if that works, else what it says. */
export function tryStrace(strace: Strace): string | null {
  const directory = makeDirectory();
  if (directory === null) return "no file can be made for temporary files";
  try {
    const file = join(directory, "trace");
    const start = { command: strace.path, args: ["-V"] };
    const { command, args } = wrap(strace, { start, file, depth: "calls" });
    const { status, stderr } = spawnSync(command, args, {
      encoding: "utf8",
      timeout: 10_000,
      env: childEnvironment(process.env),
    });
    const text = existsSync(file) ? readFileSync(file, "latin1") : "";
    if (status === 0 && /\+\+\+ exited with 0 \+\+\+$/m.test(text)) return null;
    return /strace: (.*?)\.?$/m.exec(stderr ?? "")?.[1] ?? "";
  } finally {
    removeDirectory(directory);
  }
}

/** If it cannot be removed, it is left to the cleaning of temporary files. */
function removeDirectory(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Nothing depends on it.
  }
}

interface Wrapping {
  readonly start: Start;
  readonly file: string;
  readonly depth: TraceDepth;
}

function wrap({ path, options }: Strace, { start, file, depth }: Wrapping): Start {
  const output = ["-f", "-q", "-y", "-a", "1", "-s", "0", "-A", "-o", file];
  const filter = [
    "-e",
    `signal=!${HARMLESS}`,
    "-e",
    `trace=${traceFilter(depth)}`,
    "-e",
    `verbose=${STRUCTURES}`,
  ];
  return {
    command: path,
    args: [
      ...options,
      // The command stays what was started, and strace runs beside it: killing one does not kill the other.
      "-DD",
      ...output,
      ...filter,
      // Requests to the kernel through an io_uring are invisible. Without one, as on older kernels, programs use system
      // calls: libuv, and so Node from version 22 on, opens one whatever its environment says.
      "-e",
      "inject=?io_uring_setup:error=ENOSYS",
      "--",
      start.command,
      ...start.args,
    ],
  };
}

function makeDirectory(): string | null {
  try {
    return mkdtempSync(join(resolve(tmpdir()), "verification-trace-"));
  } catch {
    return null;
  }
}

/** Keeps the disk from being filled; then nothing is known about what was done. */
function emptyFrom(file: string, limit: number): boolean {
  try {
    if (statSync(file).size <= limit) return false;
    truncateSync(file);
    return true;
  } catch {
    return false;
  }
}

/** Whether a process has the directory among its arguments, as strace does. */
function isNamedIn(pid: number, directory: string): boolean {
  return readProcess(pid, "cmdline").includes(directory);
}
