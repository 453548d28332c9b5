import { describe, expect, it } from "vitest";
import { NO_START } from "../../src/run/doubt/watch-tree.ts";
import { listExecutions } from "../../src/run/list-executions.ts";
import type { Attempt, FailedTry } from "../../src/run/run-check.ts";
import type { Verdict } from "../../src/store/records/records.ts";
import type { Fingerprint, RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { Target } from "../../src/vocabulary/verdict/unit.ts";
import { verdict } from "../store/support.ts";

interface Case {
  readonly files?: readonly string[];
  readonly code: number;
  /** The targets about which the command is certain. */
  readonly certain: Readonly<Record<string, "passed" | "failed">>;
  readonly retries?: number;
  readonly failedTries?: readonly FailedTry[];
  readonly unknown?: string;
  readonly isQuiet?: boolean;
}

function executions(given: Case): readonly string[] {
  const { files = [], code, certain, retries = 0, failedTries = [] } = given;
  const attempt = {
    command: { command: "sh", args: [], cwd: ".", env: {}, timeout: 0, files: files as readonly RepoPath[] },
    outcome: { ending: { type: "exited", code }, stdout: "", stderr: "", startedAt: 0, duration: 1 },
    retries,
    failedTries,
  } as unknown as Attempt;
  const verdicts = Object.entries(certain).map(([target, status]): Verdict =>
    verdict(target, { status, target: target as Target, fingerprint: `of ${target}` as Fingerprint }),
  );
  const listed = listExecutions(attempt, {
    verdicts,
    fingerprintOf: (file) => (file === given.unknown ? null : (`of ${file}` as Fingerprint)),
    isQuietSince: () => given.isQuiet ?? true,
    check: "test",
    runId: "run",
    at: 9,
  });
  return listed.map(({ target, status, tried, batch, at }) =>
    [batch === undefined ? target : `${batch.files} files`, status, tried ?? "once", at].join(" "),
  );
}

const TRY: FailedTry = { tried: 1, at: 4, start: NO_START };

describe("what a command has shown", () => {
  it("is the verdict of its one unit", () => {
    expect(executions({ code: 0, certain: { "": "passed" } })).toEqual([" passed once 9"]);
    expect(executions({ code: 1, certain: { a: "failed" }, files: ["a"] })).toEqual(["a failed once 9"]);
  });

  it("is also what an earlier try of the same unit has shown", () => {
    const retried = { code: 0, certain: { "": "passed" }, retries: 1, failedTries: [TRY] } as const;
    expect(executions(retried)).toEqual([" failed 1 4", " passed 2 9"]);
    // Something beside the tree was written to since: it may have had other inputs.
    expect(executions({ ...retried, isQuiet: false })).toEqual([" passed 2 9"]);
  });

  it("is, of a batch that passed, a pass of each file and of all of them together", () => {
    expect(executions({ files: ["a", "b"], code: 0, certain: { a: "passed", b: "passed" } })).toEqual([
      "a passed once 9",
      "b passed once 9",
      "2 files passed once 9",
    ]);
  });

  it("is, of a batch that failed without saying where, nothing about any one file", () => {
    expect(executions({ files: ["a", "b"], code: 1, certain: {} })).toEqual(["2 files failed once 9"]);
    expect(executions({ files: ["a", "b"], code: 1, certain: { a: "passed" } })).toEqual([
      "a passed once 9",
      "2 files failed once 9",
    ]);
  });

  it("is, of a batch in which one file is known to have failed, nothing about the others", () => {
    expect(executions({ files: ["a", "b"], code: 1, certain: { a: "failed" } })).toEqual(["a failed once 9"]);
  });

  it("is nothing about files together of which one did not stay as it was", () => {
    const failed = { files: ["a", "b"], code: 1, certain: {}, unknown: "b", failedTries: [TRY] } as const;
    expect(executions(failed)).toEqual([]);
  });

  it("is nothing about a unit that has no fingerprint", () => {
    expect(executions({ code: 0, certain: {}, retries: 1, failedTries: [TRY] })).toEqual([]);
  });
});
