import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rawFindingId } from "../../../src/checks/finding-id.ts";
import { rawFinding, toFindings } from "../../../src/run/output/findings.ts";
import { mergeFindings } from "../../../src/run/output/merge-findings.ts";
import type { Check } from "../../../src/vocabulary/check/check.ts";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";
import type { Finding } from "../../../src/vocabulary/verdict/finding.ts";

const check = { name: "lint", category: "quality" } as Check;

interface Told {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** What one command finds. */
function find(told: readonly Told[]): readonly Finding[] {
  const problems = told.map((each) => ({
    ...each,
    file: each.file as RepoPath,
    column: 1,
    severity: "error" as const,
    raw: "",
  }));
  return toFindings(check, problems, {
    sources: { roots: [], readLines: () => null },
    redact: (text) => text,
  }).map(({ finding }) => finding);
}

const told = fc.record({
  file: fc.constantFrom("a.ts", "b.ts", "common.h"),
  line: fc.integer({ min: 1, max: 4 }),
  message: fc.constantFrom("odd", "rule 1", "rule 2"),
});
const summary = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ id, file, line, message }) => `${file}:${line} ${message} ${id}`).sort();

describe("what several commands found", () => {
  it("is the same however the files were given to them, with one id for each place", () => {
    const batches = fc
      .array(told, { maxLength: 12 })
      .chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.array(fc.subarray(all), { maxLength: 4 }),
          fc.shuffledSubarray(all, { minLength: all.length }),
          fc.nat({ max: 12 }),
        ),
      );
    fc.assert(
      fc.property(batches, ([all, parts, shuffled, at]) => {
        const together = mergeFindings(find(all));
        const apart = [shuffled.slice(at), shuffled.slice(0, at), ...parts].flatMap(find);
        expect(summary(mergeFindings(apart))).toEqual(summary(together));
        expect(new Set(together.map(({ id }) => id)).size).toBe(together.length);
        expect(together).toHaveLength(new Set(all.map((each) => JSON.stringify(each))).size);
      }),
    );
  });

  it("has different ids in different files", () => {
    const [one, other] = mergeFindings(
      ["n.c", "o.c"].flatMap((file) => find([{ file, line: 1, message: "odd" }])),
    );
    expect(one?.id).not.toBe(other?.id);
  });

  it("is not one where only the words of the tool tell the files apart", () => {
    const [finding] = find([{ file: "a.ts", line: 1, message: "odd" }]) as [Finding];
    const { file: _file, ...outside } = finding;
    const merged = mergeFindings(["x.h", "y.h", "y.h"].map((raw) => ({ ...outside, raw })));
    expect(new Set(merged.map(({ id }) => id)).size).toBe(2);
    expect(merged).toHaveLength(2);
  });

  it("is as grave as any of them says", () => {
    const [finding] = find([{ file: "a.ts", line: 1, message: "odd" }]) as [Finding];
    const merged = mergeFindings([{ ...finding, severity: "warning" }, finding]);
    expect(merged).toMatchObject([{ severity: "error" }]);
  });

  it("has one finding for what could not be read, with the words of all", () => {
    const raw = [
      rawFinding(check, "exit code 1", { raw: "boom" }),
      rawFinding(check, "exit code 2", { raw: "bang" }),
    ];
    expect(mergeFindings(raw)).toMatchObject([
      { id: rawFindingId("lint"), message: "lint: exit code 1; exit code 2", raw: "boom\nbang" },
    ]);
  });

  it("keeps the ids that a parser of the user gives", () => {
    const [finding] = find([{ file: "a.ts", line: 1, message: "odd" }]) as [Finding];
    const own = ["x", "x", "y"].map((id) => ({ ...finding, id }));
    expect(mergeFindings(own).map(({ id }) => id)).toEqual(["x", "y"]);
  });
});
