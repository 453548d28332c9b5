import { ESLINT } from "./eslint.ts";
import { JEST } from "./jest.ts";
import { BIOME, MARKDOWNLINT, OXLINT, PRETTIER, STANDARD, STYLELINT, XO } from "./linters.ts";
import { MARKDOWNLINT_CLI2 } from "./markdownlint.ts";
import { AVA, MOCHA, NODE_TEST } from "./other-runners.ts";
import type { KnownTool } from "./tool-use.ts";
import { KNIP, TSC } from "./type-checkers.ts";
import type { Unwrapped } from "./unwrap.ts";
import { VITEST } from "./vitest.ts";

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

/** The tool behind a call; null where it is not known. */
export function knownTool({ tool, args }: Unwrapped): KnownTool | null {
  const runs = args.some(({ text }) => text === "--test");
  if ((tool === "node" || tool === "tsx") && runs) return NODE_TEST;
  return TOOLS.get(tool) ?? null;
}
