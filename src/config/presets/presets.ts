import type { CheckType } from "../../vocabulary/check/check.ts";
import type { ParserName } from "../../vocabulary/check/parser.ts";
import type { PresetName } from "../../vocabulary/check/preset.ts";
import type { TraceMode } from "../../vocabulary/check/trace-mode.ts";
import type { CheckInput } from "../schema/schema.ts";

/** The fields of a check that a tool's name stands for. */
export interface Preset extends Pick<CheckInput, "files" | "follow"> {
  readonly type: CheckType;
  readonly description: string;
  readonly command: string;
  readonly args: string[];
  readonly parse: ParserName | "auto";
  /** For tools that do not work under a trace. */
  readonly trace?: TraceMode;
}

export const CODE = "js,cjs,mjs,jsx,ts,cts,mts,tsx";
const TESTS = [`**/*.{test,spec}.{${CODE}}`];

/**
 * Settings may enable coverage. With only some of the tests it says nothing, and two commands that write it to the same
 * place at once make each other fail.
 */
export const NO_COVERAGE = { vitest: "--coverage.enabled=false", jest: "--coverage=false" } as const;

/**
 * What each tool's name stands for: how to start it so that its output can be parsed exactly, on which files, and how
 * far its verdict on a file reaches.
 */
export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  eslint: {
    type: "lint",
    description: "Lint with ESLint",
    command: "eslint",
    args: ["--format", "json", "{files}"],
    files: [`**/*.{${CODE}}`],
    follow: "structure",
    parse: "eslint",
  },
  oxlint: {
    type: "lint",
    description: "Lint with oxlint",
    command: "oxlint",
    args: ["--format", "json", "--no-error-on-unmatched-pattern", "{files}"],
    files: [`**/*.{${CODE},vue,svelte,astro}`],
    follow: "structure",
    parse: "oxlint",
  },
  biome: {
    type: "lint",
    description: "Lint and formatting with Biome",
    command: "biome",
    args: [
      "check",
      "--reporter=json",
      "--max-diagnostics=none",
      "--no-errors-on-unmatched",
      "--files-ignore-unknown=true",
      "{files}",
    ],
    files: [`**/*.{${CODE},json,jsonc,css,graphql,gql}`],
    follow: "structure",
    parse: "biome",
  },
  xo: {
    type: "lint",
    description: "Lint with XO",
    command: "xo",
    args: ["--reporter=json", "{files}"],
    files: [`**/*.{${CODE}}`],
    follow: "structure",
    parse: "eslint",
  },
  standard: {
    type: "lint",
    description: "Lint with standard",
    command: "standard",
    args: ["{files}"],
    files: ["**/*.{js,jsx,mjs,cjs}", "!**/*.min.js", "!**/{coverage,vendor}/**"],
    follow: "structure",
    parse: "gcc",
  },
  stylelint: {
    type: "lint",
    description: "Lint with Stylelint",
    command: "stylelint",
    args: ["--allow-empty-input", "--formatter", "json", "{files}"],
    files: ["**/*.{css,scss,sass,less,vue,svelte,astro,html}"],
    follow: "structure",
    parse: "stylelint",
  },
  markdownlint: {
    type: "lint",
    description: "Lint with markdownlint",
    command: "markdownlint",
    args: ["{files}"],
    files: ["**/*.{md,markdown}"],
    follow: "none",
    parse: "markdownlint",
  },
  "markdownlint-cli2": {
    type: "lint",
    description: "Lint with markdownlint",
    command: "markdownlint-cli2",
    // Otherwise it would also check the files that its configuration names.
    args: ["--no-globs", "{files}"],
    files: ["**/*.{md,markdown}"],
    follow: "none",
    parse: "markdownlint",
  },
  prettier: {
    type: "lint",
    description: "Formatting with Prettier",
    command: "prettier",
    args: ["--check", "--ignore-unknown", "{files}"],
    files: [`**/*.{${CODE},json,jsonc,json5,css,scss,less,html,vue,md,mdx,yml,yaml,graphql,gql,hbs}`],
    follow: "none",
    parse: "prettier",
  },
  // Types can come from anywhere, so it is one unit for all files.
  tsc: {
    type: "type-check",
    description: "Types with tsc",
    command: "tsc",
    args: ["--noEmit", "--pretty", "false"],
    files: [`**/*.{${CODE},json}`],
    parse: "tsc",
  },
  vitest: {
    type: "test",
    description: "Tests with Vitest",
    command: "vitest",
    // The default reporter is needed too: only it shows errors that no test has caught.
    args: [
      "run",
      "--passWithNoTests",
      NO_COVERAGE.vitest,
      "--reporter=json",
      "--reporter=default",
      "{files}",
    ],
    files: TESTS,
    follow: "content",
    parse: "vitest",
  },
  jest: {
    type: "test",
    description: "Tests with Jest",
    command: "jest",
    args: ["--json", "--passWithNoTests", NO_COVERAGE.jest, "--runTestsByPath", "{files}"],
    files: [...TESTS, `**/__tests__/**/*.{${CODE}}`],
    follow: "content",
    parse: "jest",
  },
  "node-test": {
    type: "test",
    description: "Tests with node:test",
    command: "node",
    args: ["--test", "--test-reporter=tap", "{files}"],
    files: ["**/{*.test,*-test,*_test,test-*,test}.{js,cjs,mjs}", "**/test/**/*.{js,cjs,mjs}"],
    follow: "content",
    parse: "tap",
  },
  mocha: {
    type: "test",
    description: "Tests with Mocha",
    command: "mocha",
    // The only reporter that gives the file of every test.
    args: ["--reporter", "json", "{files}"],
    files: ["test/*.{js,cjs,mjs}"],
    follow: "content",
    parse: "mocha",
  },
  ava: {
    type: "test",
    description: "Tests with AVA",
    command: "ava",
    args: ["--tap", "{files}"],
    // Exactly the files that it considers tests: it refuses any other.
    files: [
      "{test,src/test,source/test}.{js,cjs,mjs}",
      "**/{*.spec,*.test,test-*}.{js,cjs,mjs}",
      "**/{test,tests,__tests__}/**/*.{js,cjs,mjs}",
      "!**/__tests__/**/__{helper,helpers,fixture,fixtures}__/**",
      "!**/{test,tests}/**/{helper,helpers,fixture,fixtures}/**",
      "!**/_*",
    ],
    follow: "content",
    parse: "tap",
  },
  // A browser sees the whole application, whatever a test imports: one unit for all files.
  playwright: {
    type: "test",
    description: "Browser tests with Playwright",
    command: "playwright",
    args: ["test", "--reporter=json"],
    parse: "playwright",
    // Browsers have their own sandbox.
    trace: "off",
  },
  knip: {
    type: "lint",
    description: "Unused code and packages with Knip",
    command: "knip",
    args: ["--reporter", "github-actions"],
    parse: "github",
  },
};
