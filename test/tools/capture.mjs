/**
 * Runs the real tools on the specimen and writes down what they print, for the tests of the parsers:
 * `node test/tools/capture.mjs [name...]`. Go is not there to be run; its fixtures are written by hand.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SPECIMEN } from "./specimen.mjs";
import { installTools, linkTools, toolVersion } from "./tools.mjs";

const OUT = join(import.meta.dirname, "../run/parse/captured");
const js = ["src/lint.js", "src/clean.js", "src/warned.js", "src/ignored.js", "src/broken.js"];

/** What is run for each fixture: the package (or program) with the version, and the command. */
const RUNS = {
  "eslint-json": ["eslint", "eslint", "--format", "json", ...js],
  "eslint-json-warnings": ["eslint", "eslint", "--format", "json", "src/warned.js", "src/clean.js"],
  "eslint-stylish": ["eslint", "eslint", ...js],
  "eslint-stylish-colour": ["eslint", "eslint", "--color", ...js],
  "oxlint-json": ["oxlint", "oxlint", "--format", "json", "src/lint.js", "src/clean.js", "src/warned.js"],
  "oxlint-github": ["oxlint", "oxlint", "--format", "github", "src/lint.js", "src/warned.js"],
  "oxlint-unix": ["oxlint", "oxlint", "--format", "unix", "src/lint.js", "src/warned.js"],
  "biome-json": ["@biomejs/biome", "biome", "check", "--reporter=json", "--max-diagnostics=none", ...js],
  "biome-github": ["@biomejs/biome", "biome", "check", "--reporter=github", "--max-diagnostics=none", ...js],
  "biome-text": ["@biomejs/biome", "biome", "check", ...js],
  "biome-sarif": ["@biomejs/biome", "biome", "check", "--reporter=sarif", ...js],
  "biome-junit": ["@biomejs/biome", "biome", "check", "--reporter=junit", ...js],
  "prettier-check": ["prettier", "prettier", "--check", "src/ugly.js", "src/clean.js", "src/broken.js"],
  markdownlint: ["markdownlint", "markdownlint", "docs/trouble.md", "docs/clean.md"],
  "markdownlint-cli2": [
    "markdownlint-cli2",
    "markdownlint-cli2",
    "--no-globs",
    "docs/trouble.md",
    "docs/clean.md",
  ],
  stylelint: [
    "stylelint",
    "stylelint",
    "--formatter",
    "json",
    "--ignore-pattern",
    "css/ignored.css",
    ...["trouble", "clean", "warned", "ignored"].map((name) => `css/${name}.css`),
  ],
  "tsc-plain": ["typescript", "tsc", "--pretty", "false"],
  "tsc-pretty": ["typescript", "tsc", "--pretty", "true"],
  "vitest-json": ["vitest", "vitest", "run", "--reporter=json", "sum", "clean", "skipped", "broken"],
  "vitest-json-unhandled": ["vitest", "vitest", "run", "--reporter=json", "unhandled", "clean", "sum"],
  "vitest-junit": ["vitest", "vitest", "run", "--reporter=junit", "sum", "clean"],
  "vitest-tap": ["vitest", "vitest", "run", "--reporter=tap-flat", "sum", "clean"],
  "vitest-text": ["vitest", "vitest", "run", "sum", "clean", "broken"],
  "jest-json": ["jest", "jest", "--json"],
  "jest-text": ["jest", "jest"],
  "jest-junit": [
    "jest-junit",
    "sh",
    "-c",
    "jest --reporters=jest-junit >/dev/null 2>&1; code=$?; cat junit.xml; exit $code",
  ],
  "playwright-json": ["@playwright/test", "playwright", "test", "--reporter=json"],
  "playwright-junit": ["@playwright/test", "playwright", "test", "--reporter=junit"],
  "knip-github": ["knip", "knip", "--reporter", "github-actions"],
  "node-tap": ["node", "node", "--test", "--test-reporter=tap", "node/"],
  "node-spec": ["node", "node", "--test", "--test-reporter=spec", "node/"],
  "node-junit": ["node", "node", "--test", "--test-reporter=junit", "node/"],
  "python-traceback": ["python3", "python3", "python/trouble.py"],
  pytest: ["pytest", "pytest", "python"],
  "pytest-short": ["pytest", "pytest", "--tb=short", "-q", "python"],
  "pytest-junit": [
    "pytest",
    "sh",
    "-c",
    "pytest --junit-xml=junit.xml -q python >/dev/null; code=$?; cat junit.xml; exit $code",
  ],
  gcc: ["gcc", "gcc", "-Wall", "-fsyntax-only", "c/trouble.c"],
};

const directory = realpathSync(mkdtempSync(join(tmpdir(), "verification-capture-")));
const root = join(directory, "repository");
for (const [path, content] of Object.entries(SPECIMEN)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}
linkTools(root);
mkdirSync(OUT, { recursive: true });
const modules = installTools();
const wanted = process.argv.slice(2);
for (const [name, [tool, command, ...args]] of Object.entries(RUNS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const version = versionOf(tool);
  if (version === null) {
    process.stderr.write(`${name}: ${tool} is not here, left as it is\n`);
    continue;
  }
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: {
      PATH: `${join(modules, ".bin")}:${process.env.PATH}`,
      HOME: directory,
      PYENV_ROOT: process.env.PYENV_ROOT ?? "",
      LC_ALL: "C",
    },
  });
  const clean = (text) => text.replaceAll(root, "/repo").replaceAll(dirname(modules), "/tools");
  const fixture = {
    tool,
    version,
    command: [command, ...args],
    exitCode: status,
    stdout: clean(stdout),
    stderr: clean(stderr),
  };
  writeFileSync(join(OUT, `${name}.json`), `${JSON.stringify(fixture, null, 2)}\n`);
  process.stderr.write(`${name}: ${tool} ${version}, exit code ${status}\n`);
}
rmSync(directory, { recursive: true, force: true });

function versionOf(tool) {
  if (tool === "node") return process.versions.node;
  try {
    return toolVersion(modules, tool);
  } catch {
    try {
      return /\d+(\.\d+)+/.exec(execFileSync(tool, ["--version"], { encoding: "utf8" }))?.[0] ?? null;
    } catch {
      return null;
    }
  }
}
