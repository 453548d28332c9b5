import { SCRIPTS } from "./shared-settings.ts";
import type { ToolFacts } from "./tool-facts.ts";

const MARKDOWN_RULES: Pick<ToolFacts, "loads" | "prefixes"> = {
  loads: ["extends", "customRules", "markdownItPlugins", "outputFormatters"],
  prefixes: ["markdownlint-rule-"],
};

export const MARKDOWNLINT: ToolFacts = {
  ...MARKDOWN_RULES,
  configuration: [".markdownlint.{json,jsonc,yaml,yml}", ".markdownlintrc", ".markdownlintignore"],
  keys: ["markdownlint"],
  package: "markdownlint-cli",
};

export const MARKDOWNLINT_CLI2: ToolFacts = {
  ...MARKDOWN_RULES,
  configuration: [".markdownlint-cli2.{jsonc,yaml,cjs,mjs}", ".markdownlint.{json,jsonc,yaml,yml,cjs,mjs}"],
  keys: ["markdownlint-cli2"],
  reads: ["git"],
};

/** Packages that only look at the file itself: ESLint, its parts, and plugins about style or about one library. */
export const LOOKS_AT_ONE_FILE =
  /^(?:eslint|@eslint\/.*|@eslint-community\/.*|eslint-(?:scope|utils|visitor-keys|template-visitor|json-compat-utils|compat-utils|rule-composer|config-prettier|config-eslint|factory|formatter-.*)|@stylistic\/.*|typescript-eslint|@typescript-eslint\/.*|babel-eslint|@babel\/eslint-(?:parser|plugin)|@vitest\/eslint-plugin|espree|esquery|vue-eslint-parser|svelte-eslint-parser|astro-eslint-parser|jsonc-eslint-parser|yaml-eslint-parser|@humanwhocodes\/.*|@humanfs\/.*|(?:@[\w-]+\/)?eslint-plugin-(?:eslint-plugin|react|react-hooks|react-refresh|react-perf|jsx-a11y|jest|jest-dom|jest-formatting|vitest|mocha|ava|chai-friendly|cypress|playwright|testing-library|unicorn|promise|simple-import-sort|unused-imports|perfectionist|jsdoc|tsdoc|security|regexp|vue|svelte|astro|prettier|eslint-comments|comments|no-only-tests|sort-keys.*|markdown|jsonc|yml|toml|antfu|command|format|unimport|no-relative-import-paths|es|es-x|lodash|ramda|functional|array-func|escompat|no-unsanitized|sort-destructure-keys|valtio))$/;

/** Plugins whose rules look at what modules export, and where imports lead. */
export const ABOUT_IMPORTS = /^eslint-plugin-(?:import|import-x|import-lite|i|n|node)$/;

/** Types, rules that may read anything, and rules about comments on exports or about who imports a file. */
const BEYOND_EXPORTS =
  /projectService|\bproject["']?\s*:|parserServices|[tT]ype-?Check(?:ed|ing)|requiring-type-checking|EXPERIMENTAL_useProjectService|tsconfigPath|no-unused-modules|no-deprecated\b(?!-api)|\bcommonjs["']?\s*:\s*true|local-rules|rulesdir|rulePaths/;

const ASKED_FOR = ["", "dev", "peer", "optional", "bundled", "bundle"].map((kind) =>
  kind === "" ? "dependencies" : `${kind}Dependencies`,
);

export const ESLINT: ToolFacts = {
  configuration: [
    `eslint.config.${SCRIPTS}`,
    ".eslintrc",
    ".eslintrc.*",
    ".eslintignore",
    "eslint-suppressions.json",
    "eslint-local-rules",
    "eslint-local-rules.*",
    "eslint-local-rules/**",
    ".eslint-plugin-local",
    ".eslint-plugin-local.*",
    ".eslint-plugin-local/**",
  ],
  keys: ["eslintConfig", "eslintIgnore", "engines", "files", "bin"],
  // Some rules check whether an imported package is a declared dependency.
  keysBy: {
    "eslint-plugin-i": ASKED_FOR,
    "eslint-plugin-n": ASKED_FOR,
  },
  keysByText: {
    // A comment can ask for something to be done by some version, or once a package is asked for.
    "eslint-plugin-unicorn": {
      keys: ["version", ...ASKED_FOR],
      text: /(?:todo|fixme|xxx)[^\n]*\[|\[[^\n]*(?:todo|fixme|xxx)/i,
      unless: /expiring-todo-comments/,
    },
  },
  loads: [
    "extends",
    "plugins",
    "parser",
    "processor",
    "jsPlugins",
    "resolver",
    // Plugins about Tailwind.
    "entryPoint",
    "tailwindConfig",
  ],
  prefixes: ["eslint-plugin-", "eslint-config-", "eslint-import-resolver-"],
  alone: {
    packages: LOOKS_AT_ONE_FILE,
    // With types, or with rules that read other files.
    unless:
      /projectService|\bproject["']?\s*:|parserServices|[tT]ype-?Checked|requiring-type-checking|EXPERIMENTAL_useProjectService|\bimport\/|\bn\/|\bnode\/|no-unused-modules|local-rules|rulesdir|rulePaths/,
  },
  // Import plugins, and shared settings that do not need types by themselves.
  exports: {
    packages:
      /^(?:eslint-plugin-(?:import|import-x|import-lite|i|n|node|standard)|eslint-module-utils|eslint-import-(?:resolver-.*|context)|neostandard|standard|standard-engine|standard-jsx|eslint-config-(?:standard|standard-jsx|airbnb|airbnb-base|semistandard)|@antfu\/eslint-config|eslint-(?:config-flat-gitignore|flat-config-utils|merge-processors|processor-.*|parser-plain))$/,
    unless: BEYOND_EXPORTS,
  },
  readsBy: {
    neostandard: ["git"],
    typescript: ["typescript"],
    "eslint-plugin-prettier": ["prettier"],
    "@babel/eslint-parser": ["babel"],
    "babel-eslint": ["babel"],
    "eslint-plugin-compat": ["browserslist"],
    // Its rules about what is published go by what npm leaves out of a package.
    "eslint-plugin-n": ["npm"],
    "eslint-plugin-node": ["npm"],
    "eslint-plugin-tsdoc": ["tsdoc"],
    "eslint-config-flat-gitignore": ["git"],
    "@eslint/compat": ["git"],
    "eslint-plugin-tailwindcss": ["tailwind"],
    "eslint-plugin-better-tailwindcss": ["tailwind"],
    "@cspell/eslint-plugin": ["cspell"],
    "eslint-plugin-oxlint": ["oxlint"],
    "eslint-plugin-format": ["prettier", "dprint"],
    "eslint-plugin-svelte": ["svelte-text", "postcss", "babel"],
  },
};

export const PRETTIER: ToolFacts = {
  configuration: [
    ".prettierrc",
    `.prettierrc.{json,json5,yaml,yml,toml,${SCRIPTS.slice(1, -1)}}`,
    `prettier.config.${SCRIPTS}`,
    ".prettierignore",
    "package.yaml",
  ],
  keys: ["prettier"],
  loads: ["plugins", "prettier", "tailwindConfig", "tailwindStylesheet"],
  autoloads: ["prettier-plugin-", "@prettier/plugin-"],
  reads: ["editor", "git"],
  readsBy: {
    "prettier-plugin-tailwindcss": ["tailwind"],
    "prettier-plugin-svelte": ["svelte-text"],
    "prettier-plugin-organize-imports": ["typescript"],
  },
};
