import { type GroupEnd, type Start, startProcessGroup } from "../system/process/process-group.ts";
import type { Trace } from "../system/strace/read-trace.ts";
import type { CommandWatch } from "../system/strace/tracer.ts";
import { BoundedOutput } from "./output/bounded-output.ts";

/** Per stream. Enough for the machine-readable output of tools; of a flood, the middle is dropped. */
const OUTPUT_LIMIT = 8 * 1024 * 1024;
const GRACE_MS = 2000;
/** How often to test whether a process is still watched. */
const WATCH_MS = 250;

export interface ProcessRun {
  readonly end: GroupEnd | { readonly type: "timed-out" } | { readonly type: "stopped" };
  readonly stdout: BoundedOutput;
  readonly stderr: BoundedOutput;
  /** On the clock of `performance`. */
  readonly endedAt: number;
  /** `spoiled`: the tracer ended first, or the process behaved differently because of it. */
  readonly trace: Trace | "spoiled" | null;
}

/** Gets what a program prints while it runs. */
export interface Heard {
  readonly stdout: { add(chunk: Buffer): void };
  readonly stderr: { add(chunk: Buffer): void };
}

export interface ProcessOptions {
  readonly start: Start;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds; 0 means no limit. */
  readonly timeout: number;
  readonly stop: AbortSignal;
  readonly watch: CommandWatch | null;
  /** Gets the output as it arrives. */
  readonly heard?: Heard | null;
}

/** Runs a program to its end, or ends it: at its time limit, when it is stopped, and when its tracer is gone. */
export async function runProcess(options: ProcessOptions): Promise<ProcessRun> {
  const { start, cwd, env, timeout, stop, watch, heard } = options;
  const stdout = new BoundedOutput(OUTPUT_LIMIT);
  const stderr = new BoundedOutput(OUTPUT_LIMIT);
  let cut: "timed-out" | "stopped" | null = null;
  let isLost = false;
  // A process that lost its tracer cannot go on as before, so there is nothing to wait for.
  const lose = (): void => {
    isLost = true;
    group.end(0);
  };
  const group = startProcessGroup({
    ...(watch?.wrap(start) ?? start),
    cwd,
    env,
    onStdout: (chunk) => {
      stdout.add(chunk);
      heard?.stdout.add(chunk);
    },
    onStderr: (chunk) => {
      stderr.add(chunk);
      heard?.stderr.add(chunk);
      if (watch?.hears(chunk) === true) lose();
    },
  });
  const { pid } = group;
  const endWith = (why: "timed-out" | "stopped"): void => {
    cut ??= why;
    group.end(GRACE_MS);
  };
  const onStop = (): void => endWith("stopped");
  stop.addEventListener("abort", onStop, { once: true });
  const limit = timeout > 0 ? setTimeout(() => endWith("timed-out"), timeout) : undefined;
  const watching =
    watch === null || pid === undefined
      ? undefined
      : setInterval(() => {
          if (watch.isLost(pid)) lose();
        }, WATCH_MS);
  const ended = await group.ended;
  const endedAt = performance.now();
  clearTimeout(limit);
  clearInterval(watching);
  stop.removeEventListener("abort", onStop);
  const end = cut === null ? ended : { type: cut };
  if (watch === null) return { end, stdout, stderr, endedAt, trace: null };
  const isSpoiled = isLost || pid === undefined || ended.type === "not-started";
  const trace = isSpoiled ? null : await watch.read({ pid, cwd, isCut: cut !== null });
  return { end, stdout, stderr, endedAt, trace: trace ?? "spoiled" };
}
