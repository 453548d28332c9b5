import { ESLINT, LOOKS_AT_ONE_FILE, MARKDOWNLINT, MARKDOWNLINT_CLI2, PRETTIER } from "./linters.ts";
import { SCRIPTS, searched, TYPESCRIPT } from "./shared-settings.ts";
import type { ToolFacts } from "./tool-facts.ts";

const CSPELL_ENDINGS = "{json,jsonc,yaml,yml,toml,js,mjs,cjs,ts,mts,cts}";

/** Linters, formatters, type checkers, and tools that find unused code. */
export const LINT_TOOLS: readonly (readonly [string, ToolFacts])[] = [
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
      // Its own rules look at where imports lead, and at names that are exported twice.
      alone: { packages: LOOKS_AT_ONE_FILE, unless: /^/ },
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
      // The last one is where rules about custom properties and media find these.
      loads: ["extends", "plugins", "customSyntax", "processors", "importFrom"],
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
        // It runs no tests, for which such files always count, and reads the settings of Vite as Vite does.
        ".env",
        ".env.{local,development,development.local}",
      ],
      package: "svelte-check",
      reads: ["typescript", "vite", "svelte"],
      autoloads: ["svelte", "@sveltejs/", "vite"],
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
      // Everything that can compile the files it finds.
      autoloads: ["typescript", "svelte", "vue", "@vue/", "@babel/", "@swc/", "coffeescript", "livescript"],
      reads: ["typescript", "babel"],
    },
  ],
  [
    "ruff",
    {
      // A directory with `__init__.py` is a package: its files are imported under another name.
      configuration: ["ruff.toml", ".ruff.toml", "pyproject.toml", "__init__.py"],
      loads: ["extend"],
      reads: ["git"],
    },
  ],
];
