import type { ToolFacts } from "./tool-facts.ts";

export const SCRIPTS = "{js,mjs,cjs,ts,mts,cts}";

/** The names under which most tools find their settings. */
export function rc(name: string): readonly string[] {
  return [
    `.${name}rc`,
    `.${name}rc.{json,jsonc,json5,yaml,yml,toml,${SCRIPTS.slice(1, -1)}}`,
    `${name}.config.{json,jsonc,${SCRIPTS.slice(1, -1)}}`,
    `.config/${name}rc`,
    `.config/${name}rc.*`,
    `.config/${name}.config.*`,
  ];
}

export const GIT_IGNORE: ToolFacts = { configuration: [".gitignore"] };

export const EDITOR: ToolFacts = { configuration: [".editorconfig"] };

export const BROWSERSLIST: ToolFacts = {
  configuration: [".browserslistrc", "browserslist"],
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
  configuration: [".babelrc", ".babelrc.*", "babel.config.*"],
  keys: ["babel"],
  loads: ["extends", "presets", "plugins"],
  prefixes: ["babel-plugin-", "babel-preset-", "@babel/plugin-", "@babel/preset-"],
  package: "@babel/core",
  reads: ["browserslist"],
};

export const SWC: ToolFacts = { configuration: [".swcrc"], loads: ["plugins"], package: "@swc/core" };

export const POSTCSS: ToolFacts = {
  configuration: [...rc("postcss"), "tailwind.config.*"],
  keys: ["postcss"],
  loads: ["plugins", "parser", "syntax", "stringifier", "presets"],
  prefixes: ["postcss-"],
  reads: ["browserslist"],
};

/** As the parser of components looks at it. */
export const SVELTE: ToolFacts = { configuration: ["svelte.config.*"], isText: true };

export const VITE: ToolFacts = {
  configuration: [
    "vite.config.*",
    "vitest.config.*",
    "vitest.workspace.*",
    "svelte.config.*",
    "astro.config.*",
    "nuxt.config.*",
  ],
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
  ],
  reads: ["typescript", "postcss"],
  readsBy: {
    "@vitejs/plugin-react": ["babel"],
    "vite-plugin-babel": ["babel"],
    "@rollup/plugin-babel": ["babel"],
    "@swc/core": ["swc"],
    browserslist: ["browserslist"],
  },
};
