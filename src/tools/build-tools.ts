import { BABEL, SWC, VITE } from "./shared-settings.ts";
import type { ToolFacts } from "./tool-facts.ts";

/** The settings that loaders and plugins of bundlers read, by package. */
const BY_LOADERS: ToolFacts["readsBy"] = {
  typescript: ["typescript"],
  "@babel/": ["babel"],
  "@swc/": ["swc"],
  postcss: ["postcss"],
};

/** Compilers and bundlers. */
export const BUILD_TOOLS: readonly (readonly [string, ToolFacts])[] = [
  ["vite", VITE],
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
];
