import { ESLINT, MARKDOWNLINT, MARKDOWNLINT_CLI2, PRETTIER } from "./linters.ts";
import {
  ASTRO,
  BABEL,
  BROWSERSLIST,
  EDITOR,
  GIT_IGNORE,
  NUXT,
  POSTCSS,
  SCRIPTS,
  searched,
  SVELTE,
  SVELTE_TEXT,
  SWC,
  TAILWIND,
  TYPESCRIPT,
  VITE,
} from "./shared-settings.ts";
import type { ToolFacts } from "./tool-facts.ts";

const NODE: ToolFacts = { configuration: ["node.config.json"], reads: ["typescript"] };

/** What loaders and plugins of bundlers read that come with these. */
const BY_LOADERS: ToolFacts["readsBy"] = {
  typescript: ["typescript"],
  "@babel/": ["babel"],
  "@swc/": ["swc"],
  postcss: ["postcss"],
};

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

const CSPELL_ENDINGS = "{json,jsonc,yaml,yml,toml,js,mjs,cjs,ts,mts,cts}";

/** Settings that several tools read. */
export const SHARED_SETTINGS: ReadonlyMap<string, ToolFacts> = new Map([
  ["git", GIT_IGNORE],
  ["editor", EDITOR],
  ["browserslist", BROWSERSLIST],
  ["typescript", TYPESCRIPT],
  ["postcss", POSTCSS],
  ["tailwind", TAILWIND],
  ["svelte", SVELTE],
  ["svelte-text", SVELTE_TEXT],
  ["astro", ASTRO],
  ["nuxt", NUXT],
]);

/** One entry for each tool that is known. */
export const TOOLS: ReadonlyMap<string, ToolFacts> = new Map<string, ToolFacts>([
  ["eslint", ESLINT],
  [
    "xo",
    {
      ...ESLINT,
      configuration: [
        ...ESLINT.configuration,
        `xo.config.${SCRIPTS}`,
        ".xo-config",
        ".xo-config.{json,js,cjs,mjs}",
      ],
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
      configuration: [
        ".oxlintrc.json",
        ".oxlintrc.jsonc",
        "oxlint.config.*",
        ".eslintignore",
        "oxlint-suppressions.json",
      ],
      alone: {
        packages: /^(?:oxlint|@oxlint\/.*|@oxc-.*)$/,
        unless: /\bimport\b|type-?[aA]ware|jsPlugins|nextjs/,
      },
      exports: { packages: /^$/, unless: /type-?[aA]ware|jsPlugins|nextjs/ },
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
      configuration: [...searched("stylelint"), ".stylelintignore", "stylelint-suppressions.json"],
      keys: ["stylelint"],
      loads: ["extends", "plugins", "customSyntax", "processors"],
      reads: ["browserslist", "postcss"],
      prefixes: ["stylelint-config-"],
    },
  ],
  ["markdownlint", MARKDOWNLINT],
  ["markdownlint-cli2", MARKDOWNLINT_CLI2],
  [
    "cspell",
    {
      configuration: [
        "{cspell,.cspell,cSpell,.cSpell}.json",
        "{cspell,.cspell}.{jsonc,yaml,yml}",
        `{cspell,.cspell}.config.${CSPELL_ENDINGS}`,
        ".vscode/{cspell,cSpell,.cspell}.json",
        ".config/{cspell,.cspell,cSpell,.cSpell}.json",
        ".config/{cspell.jsonc,.cspell.jsonc,cspell.yaml,cspell.yml}",
        `.config/{cspell,.cspell}.config.${CSPELL_ENDINGS}`,
      ],
      keys: ["cspell"],
      loads: ["import", "path", "dictionaryDefinitions", "readonly"],
      prefixes: ["@cspell/dict-"],
      reads: ["git"],
    },
  ],
  ["tsc", TYPESCRIPT],
  ["vue-tsc", { ...TYPESCRIPT, package: "vue-tsc", reads: ["typescript"], autoloads: ["vue"] }],
  ["tsgo", { ...TYPESCRIPT, package: "@typescript/native-preview" }],
  [
    "svelte-check",
    {
      ...TYPESCRIPT,
      configuration: [
        ...TYPESCRIPT.configuration,
        // It runs no tests, for which such files count anyway, and reads the settings of Vite as that does.
        ".env",
        ".env.{local,development,development.local}",
      ],
      package: "svelte-check",
      reads: ["typescript", "vite", "svelte"],
      autoloads: ["svelte", "@sveltejs/", "vite"],
    },
  ],
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
    "knip",
    {
      configuration: ["{knip,.knip}.{json,jsonc}", "knip.{js,ts}", "knip.config.{js,ts}"],
      keys: ["knip"],
      installed: true,
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
      // Whatever can compile what it meets.
      autoloads: ["typescript", "svelte", "vue", "@vue/", "@babel/", "@swc/", "coffeescript", "livescript"],
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
      reads: ["typescript", "browserslist"],
      readsBy: BY_LOADERS,
    },
  ],
  [
    "rollup",
    {
      configuration: ["rollup.config.*"],
      loads: ["plugins", "input", "extends", "tsconfig"],
      prefixes: ["rollup-plugin-", "@rollup/plugin-"],
      readsBy: BY_LOADERS,
    },
  ],
  [
    "esbuild",
    {
      configuration: [],
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
    {
      // A directory with `__init__.py` is a package: what lies in it is imported by another name.
      configuration: ["ruff.toml", ".ruff.toml", "pyproject.toml", "__init__.py"],
      loads: ["extend"],
      reads: ["git"],
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
]);
