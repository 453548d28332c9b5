import { posix } from "node:path";
import { PRESETS } from "../../presets/presets.ts";
import { findConfigs, literalsOf, namedConfig, readConfigText } from "../config-text.ts";
import { globsBelow, toGlobs } from "../file-globs.ts";
import { pathBelow } from "../repository.ts";
import type { ReadWords } from "../scripts/read-options.ts";
import type { KnownTool, ToolUse, Wide } from "../scripts/tool-use.ts";

const TESTS = PRESETS.jest.files ?? [];

export const JEST_CALL: KnownTool = {
  role: "test",
  preset: "jest",
  grammar: {
    flags:
      "--ci --runInBand -i --detectOpenHandles --forceExit --silent --no-cache --verbose --expand --logHeapUsage --injectGlobals --errorOnDeprecated --detectLeaks --resetMocks --clearMocks --restoreMocks --no-watchman --experimental-vm-modules",
    values:
      "--config -c --maxWorkers -w --env --testEnvironment --testTimeout --testNamePattern -t --maxConcurrency --transform --workerIdleMemoryLimit",
    idle: "--passWithNoTests --coverage --collectCoverage --no-coverage --watch --watchAll --json --colors --color --bail -b --notify --watchman --cache --runTestsByPath",
    idleValues:
      "--outputFile --reporters --coverageReporters --coverageDirectory --collectCoverageFrom --coverageProvider --cacheDirectory",
    edits: "--updateSnapshot -u",
    wide: "--projects --selectProjects --testPathPattern --testPathPatterns --testMatch --testRegex --rootDir --roots --shard --onlyChanged -o --changedSince --findRelatedTests --lastCommit --coverageThreshold --runner --preset",
  },
  translate(use, options) {
    const tests = findTests(use, options);
    if (tests !== null && "why" in tests) return tests;
    const expression = options.positionals.find(
      ({ text, isPattern }) => isPattern || /[\\^$*+?()[\]{}|]/.test(text),
    );
    if (expression !== undefined) return { why: `${expression.text} matches parts of paths` };
    const { cwd, repository } = use;
    const files =
      options.positionals.length === 0
        ? tests
        : toGlobs(options.positionals, { cwd, repository, inDirectory: TESTS });
    if (files !== null && "why" in files) return files;
    const covers =
      options.given.has("--coverage") || options.given.has("--collectCoverage") || use.coverage !== null;
    const note = covers
      ? { note: "coverage is left out, because it says nothing if only some of the tests run" }
      : {};
    // If the files are unknown, Jest is asked for them.
    return { args: [...options.kept, ...PRESETS.jest.args], ...(files === null ? {} : { files }), ...note };
  },
};

/** Null if only Jest knows. */
function findTests(
  { repository, cwd, coverage }: ToolUse,
  options: ReadWords,
): readonly string[] | Wide | null {
  const named = (options.values.get("--config") ?? options.values.get("-c"))?.at(-1);
  const config = namedConfig(repository, cwd, named);
  if (named !== undefined && config === null) return { why: `${named} does not exist` };
  const manifest = pathBelow(cwd, "package.json");
  const paths = [
    ...(config === null ? [] : [config]),
    ...findConfigs(repository, cwd, /^jest(?:\.[\w-]+)*\.config\.\w+$|^jest\.config\.\w+$/),
    ...(/"jest"\s*:\s*\{/.test(repository.text(manifest)) ? [manifest] : []),
  ];
  const globs = new Set<string>(globsBelow(cwd, TESTS));
  let isTold = true;
  for (const path of new Set(paths)) {
    const text = readConfigText(repository, path, []);
    if (/\bcoverageThreshold\b/.test(text)) return { why: `${path} wants coverage to reach a threshold` };
    if (/\brunner\b["']?\s*:/.test(text)) return { why: `${path} has tests run in its own way` };
    const preset = /\bpreset["']?\s*:\s*["']([^"']+)["']/.exec(text)?.[1] ?? "ts-jest";
    const match = literalsOf(text, "testMatch");
    const isMoved = match !== null && match.length > 0 && /\brootDir["']?\s*[:,}]/.test(text);
    if (match === null || isMoved || !preset.startsWith("ts-jest") || /\btestRegex\b["']?\s*:/.test(text)) {
      isTold = false;
      continue;
    }
    const from = match.map((glob) => glob.replace(/^(?:<rootDir>\/)?/, "").replace(/^\.\//, ""));
    for (const glob of globsBelow(posix.dirname(path), from)) globs.add(glob);
  }
  const isChecked = coverage?.some((arg) => /check-coverage|--100|--lines|--branches/.test(arg)) === true;
  if (isChecked) return { why: "coverage has to reach a threshold" };
  return isTold ? [...globs] : null;
}
