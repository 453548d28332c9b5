/** Tools that a check can name instead of its command and the fields that belong to it. */
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
