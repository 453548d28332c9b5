import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareFindings, isOldFailure } from "../../../src/run/output/compare-findings.ts";
import { rawFinding, toFindings } from "../../../src/run/output/findings.ts";
import { mergeFindings } from "../../../src/run/output/merge-findings.ts";
import type { FindingRecord } from "../../../src/store/records/finding-record.ts";
import type { Check } from "../../../src/vocabulary/check/check.ts";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";
import type { Finding } from "../../../src/vocabulary/verdict/finding.ts";
import { failedCheck, sampleFinding } from "../../report/sample-result.ts";

const check = { name: "lint", category: "quality" } as Check;
const LINT = new Set(["lint"]);

/** A line of a file, and whether the linter dislikes it. */
interface Line {
  readonly text: string;
  readonly isBad: boolean;
}
type Files = Readonly<Record<string, readonly Line[]>>;

/** What a linter finds, which names the line and the file in its messages. */
function lint(files: Files): readonly Finding[] {
  const problems = Object.entries(files).flatMap(([file, lines]) =>
    lines.flatMap(({ isBad }, index) =>
      isBad
        ? [
            {
              file: file as RepoPath,
              line: index + 1,
              column: 1,
              severity: "error" as const,
              code: "no-bad",
              message: `"./${file}" has something bad on line ${index + 1}`,
              raw: "",
            },
          ]
        : [],
    ),
  );
  const readLines = (path: RepoPath): readonly string[] => (files[path] ?? []).map(({ text }) => text);
  const owned = toFindings(check, problems, {
    sources: { roots: ["/repository"], readLines },
    redact: (text) => text,
  });
  return mergeFindings(owned.map(({ finding }) => finding));
}

function recordOf(findings: readonly Finding[]): FindingRecord {
  return { commit: null, at: 0, checks: ["lint"], findings };
}

function compare(before: Files, after: Files, renamed: ReadonlyMap<string, string> = new Map()) {
  const record = recordOf(lint(before));
  return compareFindings(lint(after), LINT, { record, renamed, accepts: () => false });
}

const line = fc.record({
  text: fc.constantFrom("let a = 1;", "let b = 2;", "  call(a);", "}", ""),
  isBad: fc.boolean(),
});
const harmless = line.map(({ text }) => ({ text, isBad: false }));
const file = fc.array(line, { maxLength: 12 });
const states = (found: ReturnType<typeof compare>): readonly string[] =>
  found.findings.map(({ state }) => state);
const ids = (findings: readonly Finding[]): readonly string[] => findings.map(({ id }) => id).sort();

describe("a finding is the same", () => {
  it("a finding is the same wherever lines are inserted", () => {
    const inserts = fc.array(fc.tuple(fc.nat(20), harmless), { maxLength: 6 });
    fc.assert(
      fc.property(file, inserts, (lines, inserts) => {
        const edited = [...lines];
        for (const [at, added] of inserts) edited.splice(at % (edited.length + 1), 0, added);
        expect(lint({ "a.ts": edited }).map(({ id }) => id)).toEqual(
          lint({ "a.ts": lines }).map(({ id }) => id),
        );
      }),
    );
  });

  it("a finding is the same wherever other lines are deleted, and those that went are told as fixed", () => {
    fc.assert(
      fc.property(file, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (lines, kept) => {
        const edited = lines.filter((_, index) => kept[index]);
        const found = compare({ "a.ts": lines }, { "a.ts": edited });
        expect(states(found)).not.toContain("new");
        expect(found.missing).toHaveLength(lint({ "a.ts": lines }).length - found.findings.length);
      }),
    );
  });

  it("a finding is the same in whatever order the lines are", () => {
    const shuffled = file.chain((lines) =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray([...lines], { minLength: lines.length })),
    );
    fc.assert(
      fc.property(shuffled, ([lines, moved]) => {
        expect(ids(lint({ "a.ts": moved }))).toEqual(ids(lint({ "a.ts": lines })));
      }),
    );
  });

  it("a finding is the same under whatever name its file goes, and keeps its id", () => {
    fc.assert(
      fc.property(file, file, harmless, (lines, others, added) => {
        const before = { "a.ts": lines, "b.ts": others };
        const after = { "b.ts": others, "lib/c.ts": [added, ...lines] };
        const found = compare(before, after, new Map([["a.ts", "lib/c.ts"]]));
        expect(states(found)).not.toContain("new");
        expect(found.missing).toEqual([]);
        expect(ids(found.findings)).toEqual(ids(lint(before)));
      }),
    );
  });

  it("a finding is the same however its line is indented", () => {
    const found = compare(
      { "a.ts": [{ text: "a  = 1", isBad: true }] },
      { "a.ts": [{ text: "\ta = 1", isBad: true }] },
    );
    expect(states(found)).toEqual(["old"]);
  });
});

describe("a finding is new", () => {
  it("a finding is new for each one more of its kind", () => {
    fc.assert(
      fc.property(file, fc.array(line.filter(({ isBad }) => isBad)), (lines, added) => {
        const found = compare({ "a.ts": lines }, { "a.ts": [...added, ...lines] });
        expect(states(found).filter((state) => state === "new")).toHaveLength(added.length);
      }),
    );
  });

  it("a finding is new in another file, also if the same was fixed elsewhere", () => {
    const bad = [{ text: "a", isBad: true }];
    const found = compare({ "a.ts": bad, "b.ts": [] }, { "a.ts": [], "b.ts": bad });
    expect(states(found)).toEqual(["new"]);
    expect(found.missing).toHaveLength(1);
  });

  it("a finding is new where another check has the same", () => {
    const record = recordOf([sampleFinding({ check: "types" })]);
    const found = compareFindings([sampleFinding({ id: "f".repeat(24) })], LINT, {
      record,
      renamed: new Map(),
      accepts: () => false,
    });
    expect(found.findings[0]?.state).toBe("new");
    expect(found.missing).toEqual([]);
  });

  it("a finding is new, unless its check is new too and everything is accepted", () => {
    const options = {
      record: null,
      renamed: new Map<string, string>(),
      accepts: (name: string) => name === "lint",
    };
    expect(compareFindings([sampleFinding()], LINT, options).findings[0]?.state).toBe("old");
  });
});

describe("ids", () => {
  it("are different in two files that take each other's names, and never two for one", () => {
    const bad = [{ text: "a", isBad: true }];
    const renamed = new Map([["a.ts", "b.ts"]]);
    const found = compare({ "a.ts": bad }, { "a.ts": bad, "b.ts": bad }, renamed);
    expect(new Set(ids(found.findings)).size).toBe(2);
    expect(states(found)).toEqual(["new", "old"]);
  });

  it("ids that a parser of the user gives stay as they are", () => {
    const finding = sampleFinding({ id: "mine", file: "b.ts" });
    const record = recordOf([sampleFinding({ id: "mine", file: "a.ts" })]);
    const options = { record, renamed: new Map([["a.ts", "b.ts"]]), accepts: () => false };
    expect(compareFindings([finding], LINT, options).findings).toMatchObject([{ id: "mine", state: "old" }]);
  });
});

describe("a failure is old", () => {
  const old = sampleFinding({ state: "old" });

  it("a failure is old where all that was found is old", () => {
    expect(isOldFailure(failedCheck([old]), [old], [1])).toBe(true);
    expect(isOldFailure(failedCheck([old]), [old, sampleFinding()], [1])).toBe(false);
    expect(isOldFailure(failedCheck([old]), [old, sampleFinding({ severity: "info" })], [1])).toBe(true);
  });

  it("a failure is never old where the raw output is all there is, or where something could not be read", () => {
    const raw = { ...rawFinding(check, "exit code 1", { raw: "boom" }), state: "old" as const };
    expect(isOldFailure(failedCheck([raw]), [raw], [1])).toBe(false);
    expect(isOldFailure(failedCheck([old, raw]), [old, raw], [1])).toBe(false);
    expect(isOldFailure(failedCheck([]), [], [1])).toBe(false);
  });

  it("a failure is never old where the command did not end by itself", () => {
    expect(isOldFailure(failedCheck([old], { exitCode: null }), [old], [1])).toBe(false);
    // A built-in verifier is no command, and always tells everything.
    const builtin = failedCheck([old], { exitCode: null, command: ["builtin:links"] });
    expect(isOldFailure(builtin, [old], [1])).toBe(true);
  });

  it("a failure is never old where a command ended with a status that was not seen with these findings", () => {
    const ended = (...exitCodes: readonly number[]) => failedCheck([old], { exitCode: 1, exitCodes });
    expect(isOldFailure(failedCheck([old], { exitCode: 2 }), [old], [1])).toBe(false);
    expect(isOldFailure(failedCheck([old], { exitCode: 2 }), [old], [2])).toBe(true);
    expect(isOldFailure(ended(1, 2), [old], [1])).toBe(false);
    expect(isOldFailure(ended(1, 2), [old], "any")).toBe(true);
    // A shell says so that it could not start something, or that a signal ended it.
    for (const code of [126, 127, 137]) expect(isOldFailure(ended(1, code), [old], "any")).toBe(false);
  });
});
