import type { KnownTool } from "./scripts/tool-use.ts";
import type { Unwrapped } from "./scripts/unwrap.ts";
import { ESLINT } from "./tools/eslint.ts";
import { JEST } from "./tools/jest.ts";
import { BIOME, MARKDOWNLINT, OXLINT, PRETTIER, STANDARD, STYLELINT, XO } from "./tools/linters.ts";
import { MARKDOWNLINT_CLI2 } from "./tools/markdownlint.ts";
import { AVA, MOCHA, NODE_TEST } from "./tools/other-runners.ts";
import { KNIP, TSC } from "./tools/type-checkers.ts";
import { VITEST } from "./tools/vitest.ts";

const TOOLS: ReadonlyMap<string, KnownTool> = new Map([
  ["eslint", ESLINT],
  ["oxlint", OXLINT],
  ["biome", BIOME],
  ["xo", XO],
  ["standard", STANDARD],
  ["stylelint", STYLELINT],
  ["markdownlint", MARKDOWNLINT],
  ["markdownlint-cli2", MARKDOWNLINT_CLI2],
  ["prettier", PRETTIER],
  ["tsc", TSC],
  ["vue-tsc", TSC],
  ["tsgo", TSC],
  ["vitest", VITEST],
  ["jest", JEST],
  ["mocha", MOCHA],
  ["_mocha", MOCHA],
  ["ava", AVA],
  ["knip", KNIP],
]);

/** The tool behind a call; null if it is not known. */
export function knownTool({ tool, args }: Unwrapped): KnownTool | null {
  const runs = args.some(({ text }) => text === "--test");
  if ((tool === "node" || tool === "tsx") && runs) return NODE_TEST;
  return TOOLS.get(tool) ?? null;
}
