import { join } from "node:path";
import { readManifest } from "../../manifest.ts";
import { PRESETS } from "../../presets/presets.ts";
import { globsBelow, toGlobs } from "../file-globs.ts";
import { strings } from "../packages.ts";
import { pathBelow } from "../repository.ts";
import type { ReadWords } from "../scripts/read-options.ts";
import type { KnownTool, ToolUse, Wide } from "../scripts/tool-use.ts";

const COVERAGE_LIMIT = "coverage has to reach a threshold";

/** The configuration of the coverage program may also set a limit. */
function hasCoverageLimit({ coverage, repository, cwd }: ToolUse): boolean {
  if (coverage === null) return false;
  const settings = [
    ".c8rc",
    ".c8rc.json",
    ".nycrc",
    ".nycrc.json",
    ".nycrc.yml",
    "nyc.config.js",
    "package.json",
  ];
  return (
    coverage.some((arg) => /check-coverage|--100|--lines|--branches|--functions|--statements/.test(arg)) ||
    settings.some((name) => /"?check-coverage"?\s*:\s*true/.test(repository.text(pathBelow(cwd, name))))
  );
}

/** Hooks outside of any suite apply to the tests of all files. */
const ROOT_HOOK = /^(?:before|after|beforeEach|afterEach|setup|teardown|suiteSetup|suiteTeardown)\s*\(/m;

const MOCHA_SETTINGS = ["js", "cjs", "mjs", "yaml", "yml", "json", "jsonc"].map(
  (ending) => `.mocharc.${ending}`,
);

export const MOCHA_CALL: KnownTool = {
  role: "test",
  preset: "mocha",
  grammar: {
    flags:
      "--recursive --check-leaks --exit --forbid-only --forbid-pending --full-trace --allow-uncaught --inline-diffs --diff --no-diff --enable-source-maps --async-only -A --parallel --no-parallel --delay --fail-zero --no-timeouts --expose-gc --no-warnings --no-config --no-package --experimental-vm-modules --posix-exit-codes",
    values:
      "--require -r --timeout -t --slow -s --ui -u --file --grep -g --fgrep -f --retries --jobs -j --extension --ignore --exclude --config --package --import --loader --node-option -n --global --experimental-loader",
    idle: "--bail -b --color --colors -c --no-color --no-colors --growl --sort -S",
    idleValues: "--reporter -R --reporter-option --reporter-options -O",
    wide: "--watch -w --spec --invert -i --dry-run --shard --list-files",
  },
  translate(use, options) {
    if (hasCoverageLimit(use)) return { why: COVERAGE_LIMIT };
    const { repository, cwd } = use;
    const config = options.values.get("--config") ?? MOCHA_SETTINGS;
    const packageJson = readManifest(join(repository.root, cwd)) as { readonly mocha?: unknown } | null;
    const settings = [
      ...config.map((name) => repository.text(pathBelow(cwd, name))),
      JSON.stringify(packageJson?.mocha ?? {}),
    ].join("\n");
    // Mocha runs the given files in addition to those of its configuration.
    if (/\b(?:spec|extension)\b/.test(settings) || repository.isFile(pathBelow(cwd, "test/mocha.opts")))
      return { why: "its configuration names the tests itself" };
    const extensions = options.values.get("--extension")?.map((each) => each.replace(/^\./, "")) ?? [
      "js",
      "cjs",
      "mjs",
    ];
    const isDeep = options.given.has("--recursive") || /\brecursive\b/.test(settings);
    const inDirectory = [
      `${isDeep ? "**/" : ""}*.${extensions.length === 1 ? extensions[0] : `{${extensions.join(",")}}`}`,
    ];
    const words =
      options.positionals.length === 0 ? [{ text: "test", isPattern: false }] : options.positionals;
    const files = toGlobs(words, { cwd, repository, inDirectory });
    if ("why" in files) return files;
    const shared = repository.match(files).find((path) => ROOT_HOOK.test(repository.text(path)));
    if (shared !== undefined) return { why: `${shared} has hooks for the tests of all files` };
    return { args: [...options.kept, ...PRESETS.mocha.args], files };
  },
};

export const AVA_CALL: KnownTool = {
  role: "test",
  preset: "ava",
  grammar: {
    flags: "--serial -s --no-worker-threads --no-cache",
    values: "--match -m --timeout -T --concurrency -c --node-arguments --config",
    idle: "--verbose -v --tap -t --fail-fast --color --no-color",
    edits: "--update-snapshots -u",
    wide: "--watch -w reset-cache debug",
  },
  translate(use, options) {
    if (hasCoverageLimit(use)) return { why: COVERAGE_LIMIT };
    const tests = avaTests(use, options);
    if ("why" in tests || options.positionals.length === 0)
      return "why" in tests ? tests : { args: [...options.kept, ...PRESETS.ava.args], files: tests };
    return { why: "it chooses among its tests by patterns" };
  },
};

/** AVA refuses files that it does not consider tests, so these must match its own exactly. */
function avaTests({ repository, cwd }: ToolUse, options: ReadWords): readonly string[] | Wide {
  const manifest = readManifest(join(repository.root, cwd)) as {
    readonly ava?: Record<string, unknown>;
  } | null;
  const hasFile = ["ava.config.js", "ava.config.cjs", "ava.config.mjs"].some((name) =>
    repository.isFile(pathBelow(cwd, name)),
  );
  if (hasFile || options.given.has("--config")) return { why: "its configuration is code" };
  const { files, extensions } = manifest?.ava ?? {};
  const known = Array.isArray(extensions)
    ? strings(extensions)
    : typeof extensions === "object" && extensions !== null
      ? Object.keys(extensions)
      : ["js", "cjs", "mjs"];
  const declared = strings(files);
  const pattern = known.length === 1 ? known[0] : `{${known.join(",")}}`;
  const usual = (PRESETS.ava.files ?? []).map((glob) => glob.replace("{js,cjs,mjs}", pattern ?? ""));
  const isOwn = declared.some((glob) => !glob.startsWith("!"));
  const kept = usual.filter((glob) => !isOwn || glob === "!**/_*");
  return globsBelow(cwd, [...declared.map((glob) => glob.replace(/^(!?)\.\//, "$1")), ...kept]);
}

const NODE_TESTS = PRESETS["node-test"].files ?? [];

export const NODE_TEST_CALL: KnownTool = {
  role: "test",
  preset: "node-test",
  grammar: {
    flags:
      "--test --enable-source-maps --no-warnings --experimental-strip-types --experimental-transform-types --experimental-test-module-mocks --experimental-vm-modules --expose-gc --trace-warnings --throw-deprecation --test-only --test-force-exit --preserve-symlinks",
    values:
      "--import --require -r --loader --experimental-loader --conditions -C --env-file --test-concurrency --test-timeout --test-name-pattern --test-skip-pattern --max-old-space-size --test-isolation --experimental-test-isolation --stack-trace-limit",
    idle: "--experimental-test-coverage --watch",
    idleValues: "--test-reporter --test-reporter-destination",
    edits: "--test-update-snapshots",
    wide: "--test-shard --test-coverage-lines --test-coverage-branches --test-coverage-functions --test-global-setup",
  },
  translate(use, options) {
    if (hasCoverageLimit(use)) return { why: COVERAGE_LIMIT };
    const { cwd, repository } = use;
    const directory = options.positionals.find(({ text }) => repository.isDirectory(pathBelow(cwd, text)));
    // In a directory of that name, all code is tests; what it finds elsewhere depends on its version.
    if (directory !== undefined && !/(?:^|\/)test\/?$/.test(directory.text))
      return { why: `what is a test in ${directory.text} depends on the version of Node.js` };
    const typed = NODE_TESTS.map((glob) => glob.replace("js,cjs,mjs", "ts,cts,mts"));
    if (options.positionals.length === 0 && repository.match(globsBelow(cwd, typed)).length > 0)
      return { why: "whether TypeScript is among the tests depends on the version of Node.js" };
    const files =
      options.positionals.length === 0
        ? globsBelow(cwd, NODE_TESTS)
        : toGlobs(options.positionals, { cwd, repository, inDirectory: ["**/*.{js,cjs,mjs}"] });
    if ("why" in files) return files;
    const kept = options.kept.filter((option) => option !== "--test");
    return { args: [...kept, ...PRESETS["node-test"].args], files };
  },
};
