import { expect, it } from "vitest";
import { configurationOf } from "../../src/tools/configuration-of.ts";
import { type Depth, depthOfRules, type LintedFile } from "../../src/tools/lint-rules.ts";
import type { LintRule, RuleSet } from "../../src/vocabulary/check/target-list.ts";

const FILE: LintedFile = { reexports: false, ownRules: "none" };
const TYPED = "@typescript-eslint/eslint-plugin";
const rule = (plugin: string, name: string, asks: boolean | null = false, isWide = false): LintRule => [
  plugin,
  name,
  asks,
  isWide,
];
const set = (rules: readonly LintRule[], more: Partial<RuleSet> = {}): RuleSet => ({
  types: false,
  programs: [],
  room: null,
  isProcessed: false,
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
  [
    "Babel's parser by its old name",
    [set([], { parsers: ["/a/node_modules/babel-eslint/lib/index.js"] })],
    "file",
  ],
  ["a parser that nobody knows", [set([], { parsers: ["made-up"] })], "types"],
  [
    "a parser by its file",
    [set([], { parsers: ["/a/node_modules/@typescript-eslint/parser/dist/index.js"] })],
    "file",
  ],
  ["statements of imports", [set([rule("eslint-plugin-import-x", "no-absolute-path", false, true)])], "file"],
  ["what is published", [set([rule("eslint-plugin-n", "hashbang")])], "file"],
  ["programs that are published", [set([rule("eslint-plugin-n", "no-unpublished-bin")])], "file"],
  ["where imports lead", [set([rule("eslint-plugin-n", "no-missing-import")])], "places"],
  ["what is exported", [set([rule("eslint-plugin-import", "named")])], "exports"],
  ["circles of imports", [set([rule("eslint-plugin-import", "no-cycle")])], "chains"],
  ["a rule about imports that nobody knows", [set([rule("eslint-plugin-import", "made-up")])], "chains"],
  ["what CommonJS exports", [set([rule("eslint-plugin-import", "named", false, true)])], "types"],
  ["who imports a file", [set([rule("eslint-plugin-import", "no-unused-modules")])], "types"],
  ["several languages in one file", [set([]), set([rule("eslint-plugin-import", "named")])], "exports"],
])("rules about %s are looked at as far as they look", (_, sets, depth) => {
  expect(depthOfRules(sets, FILE)).toBe(depth);
});

it("rules about exports follow re-exports", () => {
  const sets = [set([rule("eslint-plugin-import-x", "export")])];
  expect(depthOfRules(sets, FILE)).toBe("file");
  expect(depthOfRules(sets, { ...FILE, reexports: true })).toBe("exports");
});

it("the name of a plugin is not enough if the repository has rules of its own", () => {
  const sets = [set([rule("?eslint-plugin-react", "own")])];
  expect(depthOfRules(sets, FILE)).toBe("file");
  expect(depthOfRules(sets, { ...FILE, ownRules: "own" })).toBe("types");
});

it.each<[what: string, plugin: string, ownRules: LintedFile["ownRules"], types: boolean, depth: Depth]>([
  ["of the settings", ".", "plain", false, "file"],
  ["that a package made of the settings", ".eslint-factory", "plain", false, "file"],
  ["of the settings that is given types", ".", "plain", true, "types"],
  ["of the settings that may open files", ".", "own", false, "types"],
  ["of the settings that nobody saw there", ".", "none", false, "types"],
  ["of a known plugin beside it", "?eslint-plugin-react", "plain", false, "file"],
  ["of a known plugin beside it, given types", "?eslint-plugin-react", "plain", true, "types"],
  ["of an unknown plugin beside it", "?eslint-plugin-made-up", "plain", false, "types"],
])("a rule %s is looked at as far as it can look", (_, plugin, ownRules, types, depth) => {
  expect(depthOfRules([set([rule(plugin, "x")], { types })], { ...FILE, ownRules })).toBe(depth);
});

it.each(["eslint", "xo", "standard"])(
  "rules about what is published depend on the files that say so: %s",
  (tool) => {
    const reads = (packages: readonly string[]): boolean =>
      configurationOf(tool, new Set(packages)).reads("packages/a/.npmignore");
    expect(reads(["eslint-plugin-n"])).toBe(true);
    expect(reads(["eslint-plugin-node"])).toBe(true);
    expect(reads(["eslint-plugin-import"])).toBe(false);
  },
);
