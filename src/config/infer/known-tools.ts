import type { KnownTool } from "./scripts/tool-use.ts";
import type { Unwrapped } from "./scripts/unwrap.ts";
import { ESLINT_CALL } from "./tools/eslint.ts";
import { JEST_CALL } from "./tools/jest.ts";
import {
  BIOME_CALL,
  MARKDOWNLINT_CALL,
  OXLINT_CALL,
  PRETTIER_CALL,
  STANDARD_CALL,
  STYLELINT_CALL,
  XO_CALL,
} from "./tools/linters.ts";
import { MARKDOWNLINT_CLI2_CALL } from "./tools/markdownlint.ts";
import { AVA_CALL, MOCHA_CALL, NODE_TEST_CALL } from "./tools/other-runners.ts";
import { KNIP_CALL, TSC_CALL } from "./tools/type-checkers.ts";
import { VITEST_CALL } from "./tools/vitest.ts";

const TOOLS: ReadonlyMap<string, KnownTool> = new Map([
  ["eslint", ESLINT_CALL],
  ["oxlint", OXLINT_CALL],
  ["biome", BIOME_CALL],
  ["xo", XO_CALL],
  ["standard", STANDARD_CALL],
  ["stylelint", STYLELINT_CALL],
  ["markdownlint", MARKDOWNLINT_CALL],
  ["markdownlint-cli2", MARKDOWNLINT_CLI2_CALL],
  ["prettier", PRETTIER_CALL],
  ["tsc", TSC_CALL],
  ["vue-tsc", TSC_CALL],
  ["tsgo", TSC_CALL],
  ["vitest", VITEST_CALL],
  ["jest", JEST_CALL],
  ["mocha", MOCHA_CALL],
  ["_mocha", MOCHA_CALL],
  ["ava", AVA_CALL],
  ["knip", KNIP_CALL],
]);

/** The tool behind a call; null if it is not known. */
export function knownTool({ tool, args }: Unwrapped): KnownTool | null {
  const runs = args.some(({ text }) => text === "--test");
  if ((tool === "node" || tool === "tsx") && runs) return NODE_TEST_CALL;
  return TOOLS.get(tool) ?? null;
}
