import type { Tracer } from "../process/command-watch.ts";
import { findExecutable } from "../process/find-executable.ts";
import { tryStrace, watchWithStrace } from "./strace-watch.ts";

export type { CommandWatch, Tracer } from "../process/command-watch.ts";

export interface Untraceable {
  readonly why: string;
  readonly advice: string;
}

/** In bytes; about two million calls. */
const TRACE_LIMIT = 256 * 1024 * 1024;

const tried = new Map<string, Tracer | Untraceable>();

/** Finds strace and tries, once for each that is found, whether it may trace here. */
export function findTracer(env: NodeJS.ProcessEnv): Tracer | Untraceable {
  if (process.platform !== "linux") {
    return {
      why: `File accesses cannot be traced on ${process.platform}.`,
      advice: "It takes strace, on Linux: run this there, such as in a container or in CI.",
    };
  }
  const found = findExecutable("strace", { cwd: "/", path: env["PATH"] ?? "" });
  if (found.type !== "found")
    return {
      why: "strace is not installed, and it is what traces file accesses.",
      advice: "Install it: apt-get install strace, or the package strace of your system.",
    };
  const known = tried.get(found.path) ?? createTracer(found.path);
  tried.set(found.path, known);
  return known;
}

function createTracer(path: string): Tracer | Untraceable {
  // The filter of the kernel makes it faster; not every kernel and every strace has it.
  let refusal = "";
  for (const options of [["--seccomp-bpf"], []]) {
    const strace = { path, options, limit: TRACE_LIMIT };
    const said = tryStrace(strace);
    if (said === null) return { watch: (depth) => watchWithStrace(strace, depth) };
    refusal = said;
  }
  return {
    why: `strace cannot trace here${refusal === "" ? "" : `: ${refusal}`}.`,
    advice: "Let it use ptrace: in a container, start it with --cap-add=SYS_PTRACE.",
  };
}
