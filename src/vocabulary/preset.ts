/** Tools that a check can name in place of its command and all that goes with it. */
export const PRESET_NAMES = [
  "eslint",
  "oxlint",
  "biome",
  "prettier",
  "tsc",
  "vitest",
  "jest",
  "node-test",
  "playwright",
  "knip",
] as const;
export type PresetName = (typeof PRESET_NAMES)[number];
