import { describe, expect, it } from "vitest";
import { matchStrategy } from "../../src/recovery/match-strategy.ts";
import type { Condition } from "../../src/vocabulary/run/recovery.ts";
import { failedCheck, strategy, treeOf } from "./recovery-samples.ts";

const TREE = treeOf("src/a.js", "src/b.js", "src/c.js");

function matched(...when: readonly Condition[]): readonly string[] | null {
  const failed = failedCheck([
    { message: "Unexpected var.", code: "no-var", file: "src/b.js" },
    { message: "Missing semicolon.", code: "semi", file: "src/a.js", raw: "a.js: Missing ;" },
  ]);
  const match = matchStrategy(strategy({ when }), failed, TREE);
  return match === null ? null : match.findings.map(({ code = "" }) => code);
}

describe("what a strategy is for", () => {
  it("is all findings of the check, type or category that it names", () => {
    for (const when of [{ check: "lint" }, { type: "lint" }, { category: "quality" }] as const)
      expect(matched(when)).toEqual(["no-var", "semi"]);
    for (const when of [{ check: "lin" }, { type: "test" }, { category: "security" }] as const)
      expect(matched(when)).toBeNull();
  });

  it("is those findings that have the code, or say what the pattern says", () => {
    expect(matched({ code: "semi" })).toEqual(["semi"]);
    expect(matched({ code: "sem" })).toBeNull();
    expect(matched({ pattern: "^Unexpected" })).toEqual(["no-var"]);
    expect(matched({ pattern: "Missing ;$" })).toEqual(["semi"]);
  });

  it("is what all conditions hold for", () => {
    expect(matched({ check: "lint", code: "no-var" })).toEqual(["no-var"]);
    expect(matched({ check: "lint" }, { code: "semi" })).toEqual(["semi"]);
    expect(matched({ code: "semi", pattern: "var" })).toBeNull();
    expect(matched({ code: "semi" }, { code: "no-var" })).toBeNull();
  });

  it("is told by what was printed where nothing was found", () => {
    const failed = failedCheck([], { result: { stdout: "Cannot open database\n" } });
    const find = (when: Condition): unknown => matchStrategy(strategy({ when: [when] }), failed, TREE);
    expect(find({ pattern: "database$" })).toEqual({ findings: [], files: [] });
    expect(find({ check: "lint" })).not.toBeNull();
    expect(find({ pattern: "network" })).toBeNull();
    expect(find({ code: "x" })).toBeNull();
  });

  it("is nothing for a fixer where the check's command did not end by itself", () => {
    const failed = failedCheck([{}], { result: { exitCode: null } });
    expect(matchStrategy(strategy({ needsExit: true }), failed, TREE)).toBeNull();
    expect(matchStrategy(strategy(), failed, TREE)).not.toBeNull();
  });
});

describe("the files of a strategy", () => {
  const fixer = strategy({ args: ["--fix", "{files}"], when: [{ code: "semi" }] });

  it("are those of the findings that match, each once", () => {
    const failed = failedCheck([
      { code: "semi", file: "src/b.js" },
      { code: "semi", file: "src/a.js" },
      { code: "semi", file: "src/b.js" },
      { code: "no-var", file: "src/c.js" },
    ]);
    expect(matchStrategy(fixer, failed, TREE)?.files).toEqual(["src/a.js", "src/b.js"]);
  });

  it("are files of the tree: none that is ignored, and no link that leads elsewhere", () => {
    const tree = new Map([...TREE, ["src/link.js", "symlink 1"]]);
    const failed = failedCheck(
      ["node_modules/x/index.js", "src/link.js", "../out.js"].map((file) => ({ code: "semi", file })),
    );
    expect(matchStrategy(fixer, failed, tree)).toBeNull();
  });

  it("are the targets that the output names where no finding names one", () => {
    const failed = failedCheck([{ code: "semi", file: undefined as unknown as string }], {
      check: { cwd: "src" },
      result: { stdout: "Checking ...\na.js (0ms)\nb.js:3: bad\n../README.md\n" },
    });
    const tree = new Map([...TREE, ["README.md", "file 1"]]);
    expect(matchStrategy(fixer, failed, tree)?.files).toEqual(["src/a.js", "src/b.js"]);
  });
});
