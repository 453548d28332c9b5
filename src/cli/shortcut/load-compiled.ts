import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type CompiledPlace, keepCompiled, readCompiled } from "../../store/kept/compiled-code.ts";

/** Where the compiled code of all files is kept. */
export type KeepingPlace = Omit<CompiledPlace, "file" | "source">;

export interface LoadedFiles {
  /** Keeps what is compiled by now. Calls `before` if there is anything to write. */
  readonly keep: (before: () => void) => void;
}

/** What nearly every run needs. A run keeps only this file, because it uses little of the others. */
const FOR_RUNS = "run.cjs";
/** Smaller files compile about as fast as their compiled form is read. */
const WORTH_KEEPING = 16 * 1024;
/** After this many runs, nearly everything that a run needs is compiled. */
const ROUNDS = 3;

/** From now on, the files beside this one are loaded from their compiled form where that is kept. Null keeps nothing. */
export function loadCompiled(keepAt: KeepingPlace | null): LoadedFiles {
  const { createRequire, Module } = process.getBuiltinModule("node:module");
  const { Script } = process.getBuiltinModule("node:vm");
  const toKeep: (() => void)[] = [];
  const load = (module: Loading, file: string): void => {
    const source = readFileSync(file);
    const worth = keepAt !== null && isWorthKeeping(keepAt, file, source);
    const place: CompiledPlace | null = worth ? { ...keepAt, file, source } : null;
    const compiled = place === null ? null : readCompiled(place);
    const script = new Script(wrapSource(source), {
      filename: file,
      ...(compiled === null ? {} : { cachedData: compiled.code }),
    });
    const round = script.cachedDataRejected === false ? (compiled?.round ?? 0) : 0;
    if (place !== null && round < ROUNDS)
      toKeep.push(() => keepCompiled(place, { code: script.createCachedData(), round: round + 1 }));
    const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
    run(module.exports, createRequire(file), module, file, dirname(file));
  };
  const { _extensions: loaders } = Module as unknown as { _extensions: Record<string, typeof load> };
  const usual = loaders[".cjs"] ?? (loaders[".js"] as typeof load);
  loaders[".cjs"] = (module, file) => (dirname(file) === __dirname ? load : usual)(module, file);
  return {
    keep: (before) => {
      if (toKeep.length > 0) before();
      for (const each of toKeep.splice(0)) each();
    },
  };
}

/** The part of Node's module that a file gets. */
interface Loading {
  readonly exports: unknown;
}

function isWorthKeeping({ use }: KeepingPlace, file: string, source: Buffer): boolean {
  return use === "run" ? basename(file) === FOR_RUNS : source.length >= WORTH_KEEPING;
}

/** Wraps it as Node does for `require`. The build makes every character of the file one byte. */
export function wrapSource(source: Buffer): string {
  return `(function (exports, require, module, __filename, __dirname) { ${source.toString("latin1")}\n});`;
}
