import { ESLINT, MARKDOWNLINT, PRETTIER } from "./linters.ts";
import {
  BABEL,
  BROWSERSLIST,
  EDITOR,
  GIT_IGNORE,
  POSTCSS,
  rc,
  SVELTE,
  SWC,
  TYPESCRIPT,
  VITE,
} from "./shared-settings.ts";
import type { ToolFacts } from "./tool-facts.ts";

const NODE: ToolFacts = { configuration: ["node.config.json"], reads: ["typescript"] };

const MOCHA: ToolFacts = {
  configuration: [".mocharc", ".mocharc.*", "test/mocha.opts"],
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
  configuration: ["jest.config.*", ".jestrc", ".jestrc.*", "jest.setup.*", "jest-preset.*"],
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

/** Settings that several tools read. */
export const SHARED_SETTINGS: ReadonlyMap<string, ToolFacts> = new Map([
  ["git", GIT_IGNORE],
  ["editor", EDITOR],
  ["browserslist", BROWSERSLIST],
  ["typescript", TYPESCRIPT],
  ["postcss", POSTCSS],
  ["svelte", SVELTE],
]);

/** One entry for each tool that is known. */
export const TOOLS: ReadonlyMap<string, ToolFacts> = new Map<string, ToolFacts>([
  ["eslint", ESLINT],
  [
    "xo",
    {
      ...ESLINT,
      configuration: [...ESLINT.configuration, ...rc("xo"), ".xo-config", ".xo-config.*"],
      keys: ["xo", ...(ESLINT.keys ?? [])],
      alone: { packages: /^$/, unless: /^/ },
      reads: ["prettier", "typescript"],
    },
  ],
  [
    "standard",
    {
      ...ESLINT,
      keys: ["standard", ...(ESLINT.keys ?? [])],
      reads: ["git"],
      alone: { packages: /^$/, unless: /^/ },
    },
  ],
  ["prettier", PRETTIER],
  [
    "oxfmt",
    {
      configuration: [".oxfmtrc.json", ".oxfmtrc.jsonc", "oxfmt.config.*", ".prettierignore"],
      reads: ["editor", "git"],
    },
  ],
  [
    "dprint",
    {
      configuration: ["dprint.json", "dprint.jsonc", ".dprint.json", ".dprint.jsonc"],
      loads: ["extends", "plugins"],
      reads: ["git"],
    },
  ],
  [
    "oxlint",
    {
      configuration: [".oxlintrc.json", ".oxlintrc.jsonc", "oxlint.config.*", ".eslintignore"],
      alone: {
        packages: /^(?:oxlint|@oxlint\/.*|@oxc-.*)$/,
        unless: /\bimport\b|type-?[aA]ware|jsPlugins|nextjs/,
      },
      loads: ["extends", "jsPlugins", "plugins"],
      reads: ["git", "typescript"],
    },
  ],
  [
    "biome",
    {
      configuration: ["biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"],
      loads: ["extends", "plugins"],
      package: "@biomejs/biome",
      reads: ["git", "editor", "typescript"],
    },
  ],
  [
    "stylelint",
    {
      configuration: [...rc("stylelint"), ".stylelintignore"],
      keys: ["stylelint"],
      loads: ["extends", "plugins", "customSyntax", "processors"],
      reads: ["browserslist", "postcss"],
      prefixes: ["stylelint-config-"],
    },
  ],
  ["markdownlint", { ...MARKDOWNLINT, package: "markdownlint-cli" }],
  ["markdownlint-cli2", MARKDOWNLINT],
  [
    "cspell",
    {
      configuration: [
        "cspell.*",
        ".cspell.*",
        "cSpell.*",
        ".cSpell.*",
        "cspell.config.*",
        ".config/cspell.*",
        ".vscode/cspell.json",
      ],
      keys: ["cspell"],
      loads: ["import", "path", "dictionaryDefinitions", "readonly"],
      prefixes: ["@cspell/dict-"],
      reads: ["git"],
    },
  ],
  ["tsc", TYPESCRIPT],
  ["vue-tsc", { ...TYPESCRIPT, package: "vue-tsc", reads: ["typescript"] }],
  ["tsgo", { ...TYPESCRIPT, package: "@typescript/native-preview" }],
  ["svelte-check", { ...TYPESCRIPT, package: "svelte-check", reads: ["typescript", "vite"] }],
  [
    "vitest",
    {
      ...VITE,
      autoloads: ["jsdom", "happy-dom", "@edge-runtime/vm", "@vitest/", "vite"],
    },
  ],
  ["vite", VITE],
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
  ["tsx --test", { ...NODE, package: "tsx" }],
  [
    "playwright",
    {
      configuration: ["playwright.config.*", "playwright-ct.config.*"],
      loads: ["globalSetup", "globalTeardown", "storageState", "reporter", "tsconfig"],
      package: "@playwright/test",
      reads: ["typescript"],
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
    "knip",
    {
      configuration: ["knip.*", ".knip.*", "knip.config.*"],
      keys: ["knip"],
      loads: ["plugins", "preprocessor"],
      reads: ["git", "typescript"],
    },
  ],
  [
    "depcruise",
    {
      configuration: [".dependency-cruiser.*", ".dependency-cruiser/**"],
      loads: ["extends", "fileName"],
      package: "dependency-cruiser",
      reads: ["typescript", "babel"],
    },
  ],
  ["babel", BABEL],
  ["swc", SWC],
  [
    "webpack",
    {
      configuration: ["webpack.config.*", "webpack.*.js", ".webpack/**"],
      loads: ["loader", "use", "plugins", "entry", "extends", "configFile"],
      prefixes: ["webpack-"],
      reads: ["babel", "typescript", "postcss", "swc"],
    },
  ],
  [
    "rollup",
    {
      configuration: ["rollup.config.*"],
      loads: ["plugins", "input", "extends", "tsconfig"],
      prefixes: ["rollup-plugin-", "@rollup/plugin-"],
      reads: ["babel", "typescript", "postcss", "swc"],
    },
  ],
  [
    "esbuild",
    {
      configuration: ["esbuild.config.*"],
      loads: ["plugins", "inject", "entryPoints"],
      reads: ["typescript"],
    },
  ],
  [
    "tsup",
    {
      configuration: ["tsup.config.*"],
      keys: ["tsup"],
      loads: ["plugins", "entry", "inject", "tsconfig"],
      reads: ["typescript", "postcss"],
    },
  ],
  [
    "tsdown",
    {
      configuration: ["tsdown.config.*"],
      keys: ["tsdown"],
      loads: ["plugins", "entry", "inject", "tsconfig"],
      reads: ["typescript", "postcss"],
    },
  ],
  [
    "ruff",
    { configuration: ["ruff.toml", ".ruff.toml", "pyproject.toml"], loads: ["extend"], reads: ["git"] },
  ],
  [
    "pytest",
    { configuration: ["pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", "conftest.py"] },
  ],
]);
