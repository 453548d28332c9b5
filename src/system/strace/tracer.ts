import type { Tracer } from "../process/command-watch.ts";
import { findExecutable } from "../process/find-executable.ts";
import { describeTracing } from "./describe-tracing.ts";
import { type Strace, tryStrace, watchWithStrace } from "./strace-watch.ts";

export type { CommandWatch, Tracer } from "../process/command-watch.ts";

export interface Untraceable {
  readonly why: string;
  readonly advice: string;
}

/** In bytes; about two million calls. */
const TRACE_LIMIT = 256 * 1024 * 1024;

const tried = new Map<string, Tracer | Untraceable>();

/** Where strace is known to be allowed to trace. Only a success is ever stored: a failure shows when it is used. */
export interface KnownTracing {
  /** The options with which it works; undefined if unknown. */
  readonly find: (place: string) => readonly string[] | undefined;
  readonly keep: (place: string, options: readonly string[]) => void;
}

/** Finds strace and tests once whether it may trace here, or uses what is known about that. */
export function findTracer(env: NodeJS.ProcessEnv, known?: KnownTracing): Tracer | Untraceable {
  if (process.platform !== "linux") {
    return {
      why: `File accesses cannot be traced on ${process.platform}.`,
      advice: "Tracing needs strace, on Linux: run it there, for example in a container or in CI.",
    };
  }
  const found = findExecutable("strace", { cwd: "/", path: env["PATH"] ?? "" });
  if (found.type !== "found")
    return {
      why: "strace, which traces file accesses, is not installed.",
      advice: "Install it: apt-get install strace, or the package strace of your system.",
    };
  const tracer = tried.get(found.path) ?? createTracer(found.path, known);
  tried.set(found.path, tracer);
  return tracer;
}

function createTracer(path: string, known?: KnownTracing): Tracer | Untraceable {
  const place = known === undefined ? undefined : describeTracing(path);
  const before = place === undefined ? undefined : known?.find(place);
  if (before !== undefined) return traceWith({ path, options: before, limit: TRACE_LIMIT });
  // The kernel's filter makes it faster; not every kernel and strace supports it.
  let refusal = "";
  for (const options of [["--seccomp-bpf"], []]) {
    const strace = { path, options, limit: TRACE_LIMIT };
    const said = tryStrace(strace);
    if (said === null) {
      if (place !== undefined) known?.keep(place, options);
      return traceWith(strace);
    }
    refusal = said;
  }
  return {
    why: `strace cannot trace here${refusal === "" ? "" : `: ${refusal}`}.`,
    advice: "Let it use ptrace: in a container, start it with --cap-add=SYS_PTRACE.",
  };
}

function traceWith(strace: Strace): Tracer {
  return { watch: (depth) => watchWithStrace(strace, depth) };
}
