import { hasWildcard } from "../../../paths/glob.ts";
import { posix } from "node:path";
import { PRESETS } from "../../presets/presets.ts";
import {
  findConfigs,
  importedNames,
  literalsOf,
  namedConfig,
  objectText,
  readConfigText,
  topStrings,
} from "../config-text.ts";
import { globsBelow, toGlobs } from "../file-globs.ts";
import { readPackages } from "../packages.ts";
import type { InferenceSource } from "../repository.ts";
import type { ReadWords } from "../scripts/read-options.ts";
import type { KnownTool, ToolUse, Wide } from "../scripts/tool-use.ts";

const OWN = /^vitest(?:\.[\w-]+)*\.\w+$/;
const VITE = /^vite(?:\.[\w-]+)*\.\w+$/;
const TESTS = PRESETS.vitest.files ?? [];

export const VITEST_CALL: KnownTool = {
  role: "test",
  preset: "vitest",
  grammar: {
    flags:
      "--globals --no-threads --no-file-parallelism --isolate --no-isolate --silent --logHeapUsage --allowOnly --dangerouslyIgnoreUnhandledErrors --dom --expandSnapshotDiff --disable-console-intercept --disableConsoleIntercept --inspect --no-color --color --expose-gc",
    values:
      "--project --config -c --environment --pool --poolOptions --mode --testTimeout --test-timeout --hookTimeout --hook-timeout --retry --maxWorkers --minWorkers --maxConcurrency --testNamePattern -t --dir --execArgv --tags-filter",
    idle: "--coverage --coverage.enabled --coverage.reporter --coverage.provider --run --watch -w --passWithNoTests --pass-with-no-tests --ui --hideSkippedTests --no-watch --clearScreen --no-coverage --open",
    idleValues: "--reporter --outputFile --bail",
    edits: "--update -u",
    wide: "--shard --changed --related --browser --typecheck --typecheck.only --root -r --standalone --exclude --mergeReports --merge-reports --coverage.thresholds.100",
  },
  translate(use, options) {
    const [verb, ...rest] = options.positionals;
    const isVerb = verb !== undefined && ["run", "watch", "dev"].includes(verb.text);
    if (verb !== undefined && ["bench", "related", "list", "init", "typecheck"].includes(verb.text))
      return { why: `vitest ${verb.text} is not known here` };
    const filters = isVerb ? rest : options.positionals;
    const tests = findTests(use, options);
    if ("why" in tests) return tests;
    const files = filters.length === 0 ? tests.globs : narrow(filters, use);
    if (files !== null && "why" in files) return files;
    const note = tests.hasCoverage
      ? { note: "coverage is left out, because it says nothing if only some of the tests run" }
      : {};
    const args = ["run", ...options.kept, ...PRESETS.vitest.args.slice(1)];
    const version = use.repository.version("vitest", use.cwd);
    // If the files are unknown, Vitest is asked for them.
    return {
      args,
      ...(files === null ? {} : { files, isMute: version !== null && !canList(version) }),
      ...note,
    };
  },
};

/**
 * A filter matches parts of paths. One that names a directory or a file stands for it; any other could match anywhere.
 */
function narrow(filters: ReadWords["positionals"], { cwd, repository }: ToolUse): readonly string[] | Wide {
  const pattern = filters.find(({ text, isPattern }) => isPattern || hasWildcard(text));
  if (pattern !== undefined) return { why: `${pattern.text} matches parts of paths` };
  return toGlobs(filters, { cwd, repository, inDirectory: TESTS });
}

/** Which files are tests; no globs if Vitest knows better. */
function findTests(
  use: ToolUse,
  options: ReadWords,
): { readonly globs: readonly string[] | null; readonly hasCoverage: boolean } | Wide {
  const { repository, cwd, coverage } = use;
  const named = (options.values.get("--config") ?? options.values.get("-c"))?.at(-1);
  const config = namedConfig(repository, cwd, named);
  if (named !== undefined && config === null) return { why: `${named} does not exist` };
  const paths = config === null ? configsFrom(use) : [config, ...configsFrom(use)];
  const globs = new Set<string>(globsBelow(cwd, TESTS));
  const projects = options.values.get("--project") ?? [];
  let thresholds = false;
  let isSwitchedOn = false;
  let untold: Wide | null = null;
  let leavesOut = false;
  for (const path of new Set(paths)) {
    const fullText = readConfigText(repository, path, []);
    const text = readConfigText(repository, path, [
      "coverage",
      "optimizeDeps",
      "resolve",
      "build",
      "server",
      "deps",
    ]);
    thresholds ||= /thresholds?\b/.test(fullText);
    isSwitchedOn ||= /\benabled\s*:\s*(?!false\b)/.test(objectText(fullText, "coverage"));
    if (/\btypecheck\s*:\s*\{[^}]*enabled\s*:\s*(?!false)/.test(text))
      return { why: `${path} type-checks tests` };
    if (
      /\bbrowser\s*:/.test(text) &&
      (projects.length === 0 || projects.some((name) => /browser|\*/.test(name)))
    )
      return { why: `${path} runs tests in a browser` };
    if (/\bincludeSource\b/.test(text)) return { why: `${path} has tests within sources` };
    const shared = importedNames(text).find((name) => isSettings(name, repository));
    if (shared !== undefined) return { why: `${path} takes its settings from ${shared}` };
    leavesOut ||= /\bexclude["']?\s*[:,}]/.test(text);
    const include = literalsOf(text, "include");
    const isMoved = include !== null && include.length > 0 && /\b(?:root|dir)["']?\s*[:,}]/.test(text);
    if (include === null || isMoved) {
      untold ??= { why: `${path} says in code which files are tests` };
      continue;
    }
    for (const glob of globsBelow(
      posix.dirname(path),
      include.map((each) => each.replace(/^\.\//, "")),
    ))
      globs.add(glob);
  }
  const covers = isSwitchedOn || options.given.has("--coverage") || coverage !== null;
  const isChecked =
    coverage !== null && coverage.some((arg) => /check-coverage|--100|--lines|--branches/.test(arg));
  if ((covers && thresholds) || isChecked) return { why: "coverage has to reach a threshold" };
  const canTell = canList(repository.version("vitest", cwd));
  if (untold !== null && !canTell) return untold;
  return { globs: canTell && (untold !== null || leavesOut) ? null : [...globs], hasCoverage: covers };
}

/** Whether this version has `vitest list --filesOnly`. */
function canList(version: string | null): boolean {
  const [major = 0, minor = 0] = (version ?? "").split(".").map(Number);
  return major > 2 || (major === 2 && minor >= 2);
}

/** Whether a package that a configuration imports may contain settings, and not only functions. */
function isSettings(name: string, repository: InferenceSource): boolean {
  if (name.startsWith(".") || name === "vitest/config") return false;
  const isNamedSo =
    /(?:vitest|vite|test)[\w-]*[-/](?:config|preset|base|shared)|[-/]preset|config[-/]vite/.test(name);
  return (
    isNamedSo ||
    readPackages(repository).some((each) => each.name !== "" && `${name}/`.startsWith(`${each.name}/`))
  );
}

/** The configuration of the directory, and if it has projects, those below that may belong to them. */
function configsFrom({ repository, cwd }: ToolUse): readonly string[] {
  const isHere = (path: string): boolean => posix.dirname(path) === cwd;
  const vitestConfigs = findConfigs(repository, cwd, OWN);
  const here = vitestConfigs.filter(isHere);
  const main = here.length > 0 ? here : findConfigs(repository, cwd, VITE).filter(isHere);
  const text = main.map((path) => readConfigText(repository, path, [])).join("\n");
  if (!/\b(?:projects|workspace|defineWorkspace)\b/.test(text)) return main;
  // Projects that are named by their directory may have either.
  const isByFile = topStrings(text, "projects").every((name) => OWN.test(posix.basename(name)));
  return [...main, ...vitestConfigs, ...(isByFile ? [] : findConfigs(repository, cwd, VITE))];
}
