/** Tools that a check can name in place of its command and all that goes with it. */
export const PRESET_NAMES = [
  "eslint",
  "oxlint",
  "biome",
  "xo",
  "standard",
  "stylelint",
  "markdownlint",
  "markdownlint-cli2",
  "prettier",
  "tsc",
  "vitest",
  "jest",
  "node-test",
  "mocha",
  "ava",
  "playwright",
  "knip",
] as const;
export type PresetName = (typeof PRESET_NAMES)[number];
