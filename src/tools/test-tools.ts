import { SCRIPTS, VITE } from "./shared-settings.ts";
import type { ToolFacts } from "./tool-facts.ts";

const NODE: ToolFacts = { configuration: ["node.config.json"], reads: ["typescript"] };

const MOCHA: ToolFacts = {
  configuration: [".mocharc.{json,jsonc,yaml,yml,js,cjs,mjs}", "test/mocha.opts"],
  keys: ["mocha", "nyc", "c8", "ts-node"],
  loads: [
    "require",
    "file",
    "import",
    "loader",
    "extends",
    "ui",
    "reporter",
    "node-option",
    "package",
    "config",
  ],
  reads: ["typescript"],
  readsBy: { "@babel/": ["babel"], "@swc/": ["swc"] },
};

const JEST: ToolFacts = {
  configuration: [`jest.config.{json,${SCRIPTS.slice(1, -1)}}`],
  keys: ["jest", "ts-jest"],
  loads: [
    "preset",
    "projects",
    "setupFiles",
    "setupFilesAfterEnv",
    "globalSetup",
    "globalTeardown",
    "transform",
    "testEnvironment",
    "testRunner",
    "runner",
    "resolver",
    "snapshotSerializers",
    "snapshotResolver",
    "moduleNameMapper",
    "reporters",
    "testSequencer",
    "watchPlugins",
    "prettierPath",
    "tsconfig",
    "babelConfig",
  ],
  prefixes: ["jest-environment-", "jest-runner-", "jest-watch-"],
  autoloads: ["jest-environment-", "ts-node", "esbuild-register", "babel-jest"],
  reads: ["babel", "swc", "typescript"],
};

/** Test runners. */
export const TEST_TOOLS: readonly (readonly [string, ToolFacts])[] = [
  [
    "vitest",
    {
      ...VITE,
      configuration: [
        `vitest.config.${SCRIPTS}`,
        `vitest.{workspace,projects}.{json,${SCRIPTS.slice(1, -1)}}`,
        ...VITE.configuration,
      ],
      autoloads: ["jsdom", "happy-dom", "@edge-runtime/vm", "@vitest/", "vite"],
    },
  ],
  ["jest", JEST],
  ["jest --runTestsByPath", { ...JEST, package: "jest" }],
  ["mocha", MOCHA],
  [
    "ava",
    {
      configuration: ["ava.config.*"],
      keys: ["ava", "nyc", "c8"],
      loads: ["require", "extensions", "nodeArguments"],
      autoloads: ["@ava/"],
      reads: ["typescript"],
    },
  ],
  ["node --test", NODE],
  ["tsx --test", { ...NODE, package: "tsx", autoloads: ["typescript"] }],
  [
    "playwright",
    {
      configuration: ["playwright.config.*", "playwright-ct.config.*"],
      loads: ["globalSetup", "globalTeardown", "storageState", "reporter", "tsconfig"],
      package: "@playwright/test",
      reads: ["git", "typescript"],
    },
  ],
  [
    "cypress",
    {
      configuration: ["cypress.config.*", "cypress.json", "cypress.env.json", "cypress/{support,plugins}/**"],
      loads: ["supportFile", "pluginsFile"],
      reads: ["typescript"],
    },
  ],
  [
    "pytest",
    {
      configuration: [
        "{pytest,.pytest}.{toml,ini}",
        "pyproject.toml",
        "tox.ini",
        "setup.cfg",
        "conftest.py",
        "__init__.py",
      ],
    },
  ],
];
