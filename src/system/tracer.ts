import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnvironment } from "./child-environment.ts";
import { findExecutable } from "./find-executable.ts";
import type { Start } from "./process-group.ts";

/** Starts programs so that what they do with files is written down. */
export interface Tracer {
  /** Starts the same with a trace: one file for each process, in the directory. */
  wrap(start: Start, directory: string): Start;
}

export interface Untraceable {
  readonly why: string;
  readonly advice: string;
}

const CALLS = [
  "open,openat,openat2,creat,execve,execveat,getdents,getdents64",
  "rename,renameat,renameat2,link,linkat,symlink,symlinkat",
].join(",");
/** `?` before a call: not every machine has it. */
const FILTER = CALLS.split(",")
  .map((call) => `?${call}`)
  .join(",");
const OPTIONS = ["-f", "-ff", "-qq", "-y", "-ttt", "-s", "0", "-e", `trace=${FILTER}`, "-e", "signal=none"];

/** Finds strace and tries whether it may trace here. */
export function findTracer(env: NodeJS.ProcessEnv): Tracer | Untraceable {
  if (process.platform !== "linux") {
    return {
      why: `File accesses cannot be traced on ${process.platform}.`,
      advice: "It takes strace, on Linux: run the audit there, such as in a container or in CI.",
    };
  }
  const found = findExecutable("strace", { cwd: "/", path: env["PATH"] ?? "" });
  if (found.type !== "found")
    return {
      why: "strace is not installed, and it is what traces file accesses.",
      advice: "Install it: apt-get install strace, or the package strace of your system.",
    };
  // The filter of the kernel makes it faster; not every kernel and every strace has it.
  let refusal = "";
  for (const options of [["--seccomp-bpf", ...OPTIONS], OPTIONS]) {
    const tracer = createTracer(found.path, options);
    const tried = tryTracer(tracer, found.path);
    if (tried === null) return tracer;
    refusal = tried;
  }
  return {
    why: `strace cannot trace here${refusal === "" ? "" : `: ${refusal}`}.`,
    advice: "Let it use ptrace: in a container, start it with --cap-add=SYS_PTRACE.",
  };
}

function createTracer(strace: string, options: readonly string[]): Tracer {
  return {
    wrap: ({ command, args }, directory) => ({
      command: strace,
      // What is asked of the kernel through a ring is not seen; libuv then asks directly.
      args: [...options, "-E", "UV_USE_IO_URING=0", "-o", join(directory, "trace"), "--", command, ...args],
    }),
  };
}

/** Traces strace itself; null where that works, else what it says. */
function tryTracer(tracer: Tracer, strace: string): string | null {
  const directory = mkdtempSync(join(tmpdir(), "verification-trace-"));
  try {
    const { command, args } = tracer.wrap({ command: strace, args: ["-V"] }, directory);
    const { status, stderr } = spawnSync(command, args, {
      encoding: "utf8",
      timeout: 10_000,
      env: childEnvironment(process.env),
    });
    if (status === 0 && readdirSync(directory).length > 0) return null;
    return /^strace: (.*?)\.?$/m.exec(stderr ?? "")?.[1] ?? "";
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
