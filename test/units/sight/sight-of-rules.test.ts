import { expect, it } from "vitest";
import type { Sight } from "../../../src/units/following.ts";
import { sightOfRules } from "../../../src/units/sight/sight-of-rules.ts";
import type { Tree } from "../../../src/units/tree.ts";
import type { Check } from "../../../src/vocabulary/check/check.ts";
import type { TargetList } from "../../../src/vocabulary/check/target-list.ts";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";

const WIDE = { follow: "structure", rules: "packages", around: false, only: null } as unknown as Sight;
const TREE = {
  graph: { has: () => true, extraction: () => ({ outline: { kind: "module", exportsFrom: [] } }) },
} as unknown as Tree;
const LIST: TargetList = {
  type: "listed",
  tool: "eslint",
  files: new Set(["src/linted.js" as RepoPath]),
  rules: new Map(),
};

function followed(path: string, { cwd = ".", list = LIST as TargetList | null } = {}): string {
  const check = { cwd, args: [], tool: { name: "eslint" }, follow: "structure" } as unknown as Check;
  return sightOfRules(WIDE, { check, list, tree: TREE })(path as RepoPath).follow;
}

it("rules see nothing else for a file that the linter ignores", () => {
  expect(followed("src/ignored.js")).toBe("none");
  expect(followed("src/linted.js")).toBe("structure");
});

it("a file that the linter may not have been asked about is not taken for ignored", () => {
  expect(followed("src/other.vue")).toBe("structure");
  expect(followed("src/other.js", { cwd: "packages/a" })).toBe("structure");
  expect(followed("src/other.js", { list: null })).toBe("structure");
  const failed: TargetList = { type: "failed", tool: "eslint", why: "it failed" };
  expect(followed("src/other.js", { list: failed })).toBe("structure");
});

it("is sure of what rules see only if nothing else gives names to the code, and the settings are sure", () => {
  const sureOf = (isProcessed: boolean, sure: Sight["sure"]): Sight["sure"] => {
    const set = { types: true, programs: [], room: null, isProcessed, parsers: ["espree"], rules: [] };
    const list: TargetList = { ...LIST, rules: new Map([["src/linted.js" as RepoPath, [set]]]) };
    const check = { cwd: ".", args: [], tool: { name: "eslint" }, follow: "structure" } as unknown as Check;
    return sightOfRules({ ...WIDE, sure }, { check, list, tree: TREE })("src/linted.js" as RepoPath).sure;
  };
  expect(sureOf(false, "file")).toBe("file");
  expect(sureOf(true, "file")).toBeNull();
  expect(sureOf(false, null)).toBeNull();
});
