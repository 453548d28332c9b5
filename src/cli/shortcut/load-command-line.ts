import { readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
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
  /** To be called after a run: keeps what was compiled for it, so that the next one need not compile it. */
  readonly keepCompiled: () => void;
}

/** Beside this file once it is built. Named by a variable, so that it stays out of this bundle. */
const AS_MODULES = "./cli.js";
/** Has in one file what nearly every run needs, and the other what leads there. */
const FOR_RUNS = "run.cjs";
const COMMAND_LINE = "./cli.cjs";

/** After so many runs nearly everything that a run needs is there. */
const ROUNDS = 3;

let loaded: Promise<CommandLine> | undefined;

/** All that `start.cjs` does not have; as CommonJS where this Node lets that require what it depends on. */
export function loadCommandLine(cwd: string): Promise<CommandLine> {
  loaded ??= process.features.require_module ? loadCommonJs(cwd) : loadModules();
  return loaded;
}

async function loadModules(): Promise<CommandLine> {
  return { ...((await import(AS_MODULES)) as CommandLine), keepCompiled: () => {} };
}

type Run = (...given: readonly unknown[]) => void;

async function loadCommonJs(cwd: string): Promise<CommandLine> {
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
  // Whatever else is loaded requires this one, and not a second one.
  require.cache[file] = module;
  const run = script.runInThisContext() as Run;
  run(module.exports, require, module, file, dirname(file));
  module.loaded = true;
  let round = script.cachedDataRejected === false ? (compiled?.round ?? 0) : 0;
  const keep = (): void => {
    if (place === null || round >= ROUNDS || isCi(process.env)) return;
    keepCompiled(place, { code: script.createCachedData(), round: round + 1 });
    round = ROUNDS;
  };
  return { ...(require(COMMAND_LINE) as CommandLine), keepCompiled: keep };
}

/** As Node itself wraps what is required. The file is built so that every character of it is one byte. */
export function wrapSource(source: Buffer): string {
  return `(function (exports, require, module, __filename, __dirname) { ${source.toString("latin1")}\n});`;
}

/** Null where there is no key yet, or none that can be trusted in this repository. */
function placeOf(cwd: string, of: Pick<CompiledPlace, "file" | "source">): CompiledPlace | null {
  const root = findRepository(cwd) ?? cwd;
  const key = loadKey(process.env, { create: false, root });
  const directory = stateDirectory(process.env);
  if (key === "none yet" || "problem" in key || directory === null || isWithin(root, directory)) return null;
  return { ...of, directory, key };
}
