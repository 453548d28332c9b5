import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type CommandOutcome, createLocalExecutor } from "../../src/run/executor.ts";
import { findTracer, type Tracer } from "../../src/system/strace/tracer.ts";
import type { TraceDepth } from "../../src/vocabulary/check/trace.ts";
import { findStrace } from "./strace.ts";

/** A directory in which commands run, watched by strace and by nothing else of this package. */
export interface WatchedPlace {
  readonly root: string;
  write(path: string, text: string): void;
  run(command: readonly string[], options?: WatchedRun): Promise<CommandOutcome>;
  sh(script: string, options?: WatchedRun): Promise<CommandOutcome>;
  node(script: string, options?: WatchedRun): Promise<CommandOutcome>;
  /** What was told below the directory, as `type path named`, each path from there. */
  told(outcome: CommandOutcome): readonly string[];
}

export interface WatchedRun {
  readonly depth?: TraceDepth | null;
  readonly timeout?: number;
  readonly stop?: AbortSignal;
}

/** Watched as a run would, or by another tracer. */
export function watchedPlace(tracer: Tracer = usualTracer()): WatchedPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "watched-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const execute = createLocalExecutor({ root, env: process.env, tracer });
  const run: WatchedPlace["run"] = ([command = "", ...args], options = {}) => {
    const { depth = "calls", timeout = 0, stop = new AbortController().signal } = options;
    return execute({ command, args, cwd: ".", env: {}, timeout, files: [], trace: depth }, stop);
  };
  const below = (path: string): string => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path);
  return {
    root,
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    run,
    sh: (script, options) => run(["/bin/sh", "-c", script], options),
    node: (script, options) => run([process.execPath, "-e", script], options),
    told: ({ trace }) =>
      (trace?.accesses ?? [])
        .filter(({ path }) => path.startsWith(`${root}/`))
        .map(({ type, path, named }) =>
          path === named ? `${type} ${below(path)}` : `${type} ${below(path)} ${below(named)}`,
        ),
  };
}

function usualTracer(): Tracer {
  findStrace();
  const tracer = findTracer(process.env);
  if ("why" in tracer) throw new Error(`${tracer.why} ${tracer.advice}`);
  return tracer;
}
