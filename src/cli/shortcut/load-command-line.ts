import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isWithin } from "../../paths/is-within.ts";
import { findRepository } from "../../shortcut/answer-from-last-run.ts";
import { type CompiledPlace, keepCompiled, readCompiled } from "../../store/kept/compiled-code.ts";
import { loadKey } from "../../store/key.ts";
import { stateDirectory } from "../../system/own/state-directory.ts";
import { isCi } from "../../system/process/is-ci.ts";
import type { canTrace, main, renderReport } from "../main.ts";

export interface CommandLine {
  readonly main: typeof main;
  readonly renderReport: typeof renderReport;
  readonly canTrace: typeof canTrace;
  /** Call it after a run: keeps the compiled code, so that the next run need not compile it. */
  readonly keepCompiled: () => void;
}

/** Beside this file once it is built. Named by a variable, so that it stays out of this bundle. */
const AS_MODULES = "./cli.js";
/** The first file has what nearly every run needs; the second loads it. */
const FOR_RUNS = "run.cjs";
const COMMAND_LINE = "./cli.cjs";

/**
 * How long the engine lets a function run before it optimizes it, by its version: most of what it optimizes by default
 * pays off only after a run is over. Measured in docs/performance.md. Another version may not know these options, and would
 * complain.
 */
const ENGINE_OPTIONS: ReadonlyMap<string | undefined, string> = new Map([
  ["11", "--interrupt-budget=1000000"],
  ["12", "--invocation-count-for-turbofan=30000"],
  ["13", "--invocation-count-for-turbofan=30000"],
]);

/**
 * Modules of Node that a run needs. The compiled form that Node has of them is only valid with the options that Node started
 * with: loaded later, they would be compiled again.
 */
const NEEDED_OF_NODE = ["fs/promises", "os", "perf_hooks", "timers/promises", "zlib"];

/**
 * How far memory may grow beyond what is alive before garbage is collected, in percent. By default (0) it is several
 * times, which is right for a short run: it ends before that matters. A run that takes longer than `SHORT`
 * milliseconds has much in memory.
 */
const growthOf = (percent: number): string => `--heap-growing-percent=${percent}`;
const SHORT = 1000;
/** A run that takes longer than this has all that it will have. */
const LONG = 60_000;
/** From so many bytes on, memory grows by a smaller part of what is alive. */
const LARGE = 128 * 1024 * 1024;

/** After this many runs, nearly everything that a run needs is compiled. */
const ROUNDS = 3;

let loaded: Promise<CommandLine> | undefined;

/** Everything that `start.cjs` does not have; as CommonJS if this Node can require its dependencies. */
export function loadCommandLine(cwd: string): Promise<CommandLine> {
  loaded ??= process.features.require_module ? loadCommonJs(cwd) : loadModules();
  return loaded;
}

async function loadModules(): Promise<CommandLine> {
  return { ...((await import(AS_MODULES)) as CommandLine), keepCompiled: () => {} };
}

type Run = (...given: readonly unknown[]) => void;

async function loadCommonJs(cwd: string): Promise<CommandLine> {
  // Loaded only here, because an answer from the last run needs none of them.
  const { createRequire, Module } = process.getBuiltinModule("node:module");
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  const { Script } = process.getBuiltinModule("node:vm");
  // Before anything is compiled: compiled code is only valid with the options that it was compiled with.
  const options = ENGINE_OPTIONS.get(process.versions.v8.split(".")[0]);
  if (options !== undefined) {
    for (const name of NEEDED_OF_NODE) process.getBuiltinModule(`node:${name}`);
    setFlagsFromString(options);
    const limitGrowth = (after: number): void => {
      setTimeout(() => {
        const isLarge = process.memoryUsage().heapTotal > LARGE;
        setFlagsFromString(growthOf(isLarge ? 10 : 50));
        if (!isLarge && after < LONG) limitGrowth(2 * after);
      }, after).unref();
    };
    limitGrowth(SHORT);
  }
  const file = join(__dirname, FOR_RUNS);
  const source = readFileSync(file);
  const place = placeOf(cwd, { file, source });
  const compiled = place === null ? null : readCompiled(place);
  const script = new Script(wrapSource(source), {
    filename: file,
    ...(compiled === null ? {} : { cachedData: compiled.code }),
  });
  const require = createRequire(file);
  const module = new Module(file);
  // Everything else that is loaded must get this instance, not a second one.
  require.cache[file] = module;
  const run = script.runInThisContext() as Run;
  run(module.exports, require, module, file, dirname(file));
  module.loaded = true;
  let round = script.cachedDataRejected === false ? (compiled?.round ?? 0) : 0;
  const keep = (): void => {
    if (place === null || round >= ROUNDS || isCi(process.env)) return;
    if (options !== undefined) setFlagsFromString(growthOf(0));
    keepCompiled(place, { code: script.createCachedData(), round: round + 1 });
    round = ROUNDS;
  };
  return { ...(require(COMMAND_LINE) as CommandLine), keepCompiled: keep };
}

/** Wraps it as Node does for `require`. The build makes every character of the file one byte. */
export function wrapSource(source: Buffer): string {
  return `(function (exports, require, module, __filename, __dirname) { ${source.toString("latin1")}\n});`;
}

/** Null if there is no key yet, or none that can be trusted in this repository. */
function placeOf(cwd: string, of: Pick<CompiledPlace, "file" | "source">): CompiledPlace | null {
  const root = findRepository(cwd) ?? cwd;
  const key = loadKey(process.env, { create: false, root });
  const directory = stateDirectory(process.env);
  if (key === "none yet" || "problem" in key || directory === null || isWithin(root, directory)) return null;
  return { ...of, directory, key };
}
