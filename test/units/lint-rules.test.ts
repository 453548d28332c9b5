import { expect, it } from "vitest";
import { type Depth, depthOfRules } from "../../src/tools/lint-rules.ts";
import type { LintRule, RuleSet } from "../../src/vocabulary/check/target-list.ts";

const FILE = { reexports: false, hasOwnRules: false };
const TYPED = "@typescript-eslint/eslint-plugin";
const rule = (plugin: string, name: string, asks: boolean | null = false, isWide = false): LintRule => [
  plugin,
  name,
  asks,
  isWide,
];
const set = (rules: readonly LintRule[], more: Partial<RuleSet> = {}): RuleSet => ({
  types: false,
  parsers: ["espree"],
  rules,
  ...more,
});

it.each<[what: string, sets: readonly RuleSet[], depth: Depth]>([
  ["the linter's own rules", [set([])], "file"],
  ["style", [set([rule("@stylistic/eslint-plugin", "indent")])], "file"],
  ["rules that ask for types, without types", [set([rule(TYPED, "no-floating-promises", true)])], "file"],
  ["with types", [set([rule(TYPED, "no-floating-promises", true)], { types: true })], "types"],
  ["types, and nobody asks", [set([rule(TYPED, "no-explicit-any")], { types: true })], "file"],
  ["types, and nobody knows", [set([rule(TYPED, "made-up", null)], { types: true })], "types"],
  [
    "types, and a plugin that does not say",
    [set([rule("eslint-plugin-vue", "x")], { types: true })],
    "types",
  ],
  ["a plugin that nobody knows", [set([rule("eslint-plugin-made-up", "x")])], "types"],
  ["a parser that nobody knows", [set([], { parsers: ["made-up"] })], "types"],
  [
    "a parser by its file",
    [set([], { parsers: ["/a/node_modules/@typescript-eslint/parser/dist/index.js"] })],
    "file",
  ],
  ["statements of imports", [set([rule("eslint-plugin-import-x", "no-absolute-path", false, true)])], "file"],
  ["where imports lead", [set([rule("eslint-plugin-n", "no-missing-import")])], "places"],
  ["what is exported", [set([rule("eslint-plugin-import", "named")])], "exports"],
  ["what CommonJS exports", [set([rule("eslint-plugin-import", "named", false, true)])], "types"],
  ["who imports a file", [set([rule("eslint-plugin-import", "no-unused-modules")])], "types"],
  ["several languages in one file", [set([]), set([rule("eslint-plugin-import", "named")])], "exports"],
])("rules about %s are looked at as far as they look", (_, sets, depth) => {
  expect(depthOfRules(sets, FILE)).toBe(depth);
});

it("goes on through what a file exports from others", () => {
  const sets = [set([rule("eslint-plugin-import-x", "export")])];
  expect(depthOfRules(sets, FILE)).toBe("file");
  expect(depthOfRules(sets, { ...FILE, reexports: true })).toBe("exports");
});

it("does not believe the name of a plugin where the repository has rules of its own", () => {
  const sets = [set([rule("?eslint-plugin-react", "own")])];
  expect(depthOfRules(sets, FILE)).toBe("file");
  expect(depthOfRules(sets, { ...FILE, hasOwnRules: true })).toBe("types");
});
