import type { ToolFacts } from "./tool-facts.ts";

export const SCRIPTS = "{js,mjs,cjs,ts,mts,cts}";

/** The names under which cosmiconfig, which many tools use, finds settings. */
export function searched(name: string): readonly string[] {
  const endings = "{json,yaml,yml,js,ts,mjs,cjs}";
  return [
    `.${name}rc`,
    `.${name}rc.${endings}`,
    `${name}.config.{js,ts,mjs,cjs}`,
    `.config/${name}rc`,
    `.config/${name}rc.${endings}`,
    // Its own settings, which say where to search.
    `.config/config.${endings}`,
    "package.yaml",
  ];
}

export const GIT_IGNORE: ToolFacts = { configuration: [".gitignore"] };

/** Which files npm publishes: without a list of its own, all that git keeps. */
export const NPM: ToolFacts = { configuration: [".npmignore", ".gitignore"] };

export const TSDOC: ToolFacts = { configuration: ["tsdoc.json"], loads: ["extends"] };

export const EDITOR: ToolFacts = { configuration: [".editorconfig"] };

export const BROWSERSLIST: ToolFacts = {
  configuration: [".browserslistrc", "browserslist", "browserslist-stats.json"],
  keys: ["browserslist"],
  loads: ["browserslist"],
};

export const TYPESCRIPT: ToolFacts = {
  configuration: ["tsconfig.json", "tsconfig.*.json", "tsconfig-*.json", "jsconfig.json"],
  loads: ["extends", "references", "path", "plugins", "name", "types", "typeRoots", "jsxImportSource"],
  package: "typescript",
  types: true,
};

export const BABEL: ToolFacts = {
  configuration: [".babelrc", ".babelrc.*", "babel.config.*", ".babelignore"],
  keys: ["babel"],
  loads: ["extends", "presets", "plugins"],
  prefixes: ["babel-plugin-", "babel-preset-", "@babel/plugin-", "@babel/preset-"],
  package: "@babel/cli",
  reads: ["browserslist"],
};

export const SWC: ToolFacts = { configuration: [".swcrc"], loads: ["plugins"], package: "@swc/core" };

export const POSTCSS: ToolFacts = {
  configuration: [
    ".postcssrc",
    `.postcssrc.{json,yaml,yml,${SCRIPTS.slice(1, -1)}}`,
    `postcss.config.${SCRIPTS}`,
  ],
  keys: ["postcss"],
  loads: ["plugins", "parser", "syntax", "stringifier", "presets"],
  prefixes: ["postcss-"],
  reads: ["browserslist"],
  readsBy: { tailwindcss: ["tailwind"], "@tailwindcss/": ["tailwind"] },
};

export const TAILWIND: ToolFacts = {
  configuration: [`tailwind.config.${SCRIPTS}`],
  loads: ["plugins", "presets"],
};

export const SVELTE: ToolFacts = { configuration: ["svelte.config.{js,mjs,ts}"], loads: ["preprocess"] };

export const ASTRO: ToolFacts = { configuration: ["astro.config.*"], loads: ["integrations"] };

export const NUXT: ToolFacts = { configuration: ["nuxt.config.*", ".nuxtrc"], loads: ["modules", "extends"] };

/** As the parsers of components read it. */
export const SVELTE_TEXT: ToolFacts = { configuration: ["svelte.config.*"], isText: true };

export const VITE: ToolFacts = {
  configuration: [`vite.config.${SCRIPTS}`],
  loads: [
    "setupFiles",
    "globalSetup",
    "environment",
    "runner",
    "reporters",
    "snapshotSerializers",
    "extends",
    "projects",
    "workspace",
    "customProviderModule",
    "snapshotEnvironment",
    "diff",
    "plugins",
    "sequencer",
    "provider",
    "additionalData",
  ],
  readsDotenv: true,
  reads: ["typescript", "postcss"],
  readsBy: {
    "@vitejs/plugin-react": ["babel"],
    "vite-plugin-babel": ["babel"],
    "@rollup/plugin-babel": ["babel"],
    "@swc/core": ["swc"],
    browserslist: ["browserslist"],
    "@sveltejs/": ["svelte"],
    "vite-plugin-svelte": ["svelte"],
    astro: ["astro"],
    nuxt: ["nuxt"],
    "@nuxt/": ["nuxt"],
  },
};
