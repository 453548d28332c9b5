import { BUILD_TOOLS } from "./build-tools.ts";
import { LINT_TOOLS } from "./lint-tools.ts";
import {
  ASTRO,
  BROWSERSLIST,
  EDITOR,
  GIT_IGNORE,
  NPM,
  NUXT,
  POSTCSS,
  SVELTE,
  SVELTE_TEXT,
  TAILWIND,
  TSDOC,
  TYPESCRIPT,
} from "./shared-settings.ts";
import { TEST_TOOLS } from "./test-tools.ts";
import type { ToolFacts } from "./tool-facts.ts";

/** Settings that several tools read. */
export const SHARED_SETTINGS: ReadonlyMap<string, ToolFacts> = new Map([
  ["git", GIT_IGNORE],
  ["npm", NPM],
  ["tsdoc", TSDOC],
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

/** One entry for each known tool. */
export const TOOLS: ReadonlyMap<string, ToolFacts> = new Map([...LINT_TOOLS, ...TEST_TOOLS, ...BUILD_TOOLS]);
