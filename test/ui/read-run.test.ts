import { describe, expect, it } from "vitest";
import { listFindings, gatherFindings } from "../../src/ui/answers/list-findings.ts";
import { parseLog, readRun } from "../../src/ui/answers/read-run.ts";
import type { LoggedEvent, LoggedPlan, LoggedResult } from "../../src/vocabulary/run/run-log.ts";

const plan = (check: string, more: Partial<LoggedPlan> = {}): LoggedPlan => ({
  check,
  decision: "run",
  dependsOn: [],
  unitsToRun: 1,
  unitsCached: 0,
  cachedSince: null,
  ...more,
});

const result = (check: string, more: Partial<LoggedResult> = {}): LoggedResult => ({
  check,
  description: "",
  type: "command",
  status: "passed",
  cached: false,
  duration: 100,
  exitCode: 0,
  retryCount: 0,
  filesVerified: 1,
  cacheHits: 0,
  observed: 0,
  predicted: 1,
  command: ["true"],
  timestamp: 1000,
  output: "",
  findings: 0,
  ...more,
});

const started = (...checks: readonly LoggedPlan[]): LoggedEvent => ({
  type: "started",
  at: 1000,
  runId: "20261118-000000-aaaaaa",
  pid: 1,
  born: "1",
  mode: "incremental",
  branch: "main",
  commit: null,
  checks,
});

const alive = (): boolean => true;

describe("the log of a run", () => {
  it("is read as far as it was written: a line that is cut is passed over", () => {
    const text = `${JSON.stringify(started(plan("a")))}\n{"type":"check-st`;
    expect(parseLog(text)).toHaveLength(1);
    expect(parseLog("null\n5\n[]\n{}\n")).toEqual([]);
  });

  it("tells which workers a check runs on, and which it ran on", () => {
    const taken = (check: string, worker: string): LoggedEvent => ({
      type: "command-taken",
      at: 1001,
      check,
      worker,
    });
    const events: readonly LoggedEvent[] = [
      started(plan("a"), plan("b"), plan("c")),
      taken("a", "one"),
      taken("a", "two"),
      taken("b", "one"),
      {
        type: "check-finished",
        at: 1100,
        result: result("b", { ranOn: [{ worker: "three", commands: 2 }] }),
      },
    ];
    const run = readRun(events, alive);
    expect(run?.checks.map(({ workers }) => workers)).toEqual([["one", "two"], ["three"], []]);
  });

  it("tells what runs, what waits and what is done", () => {
    const run = readRun(
      [
        started(plan("a"), plan("b"), plan("c", { dependsOn: ["b"] }), plan("d", { decision: "skip" })),
        { type: "check-started", at: 1010, check: "a" },
        { type: "check-output", at: 1020, check: "a", text: "one\n" },
        { type: "check-output", at: 1030, check: "a", text: "two\n" },
        { type: "check-started", at: 1040, check: "b" },
        { type: "check-finished", at: 1140, result: result("b") },
      ],
      alive,
    );
    expect(run?.state).toBe("running");
    expect(run?.checks.map(({ check, state }) => [check, state])).toEqual([
      ["a", "running"],
      ["b", "passed"],
      ["c", "waiting"],
      ["d", "skipped"],
    ]);
    expect(run?.checks[0]).toMatchObject({ output: "one\ntwo\n", startedAfter: 10 });
  });

  it("says that a run was lost whose process is gone", () => {
    const events = [started(plan("a")), { type: "check-started", at: 1010, check: "a" } as const];
    expect(readRun(events, () => false)).toMatchObject({ state: "lost", checks: [{ state: "skipped" }] });
  });

  it("names the checks that all others wait for", () => {
    const run = readRun(
      [
        started(plan("a"), plan("b", { dependsOn: ["a"] }), plan("c")),
        ...["a", "b", "c"].map((check): LoggedEvent => ({ type: "check-started", at: 1010, check })),
        ...["a", "b", "c"].map((check): LoggedEvent => ({
          type: "check-finished",
          at: 1200,
          result: result(check),
        })),
      ],
      alive,
    );
    expect(run?.criticalPath).toEqual(["a", "b"]);
  });
});

describe("what was found", () => {
  const finding = (index: number, more: object = {}): LoggedEvent => ({
    type: "finding",
    finding: {
      id: String(index),
      check: index % 2 === 0 ? "lint" : "types",
      category: "style",
      severity: index % 2 === 0 ? "warning" : "error",
      message: `message ${index}`,
      file: `src/${index % 3}.ts`,
      line: index,
      state: index === 0 ? "new" : "old",
      ...more,
    },
  });
  const found = gatherFindings("run", [
    ...Array.from({ length: 6 }, (_, index) => finding(index)),
    { type: "fixed", finding: { id: "f", check: "lint", severity: "error", message: "gone" } },
  ]);
  const messages = (query: object): readonly string[] =>
    listFindings(found, query).rows.flatMap((row) => ("finding" in row ? [row.finding.message] : []));

  it("is grouped, what is new first, then what is graver", () => {
    expect(listFindings(found, {}).rows[0]).toEqual({ group: "src/0.ts", count: 2 });
    expect(messages({ by: "check" })).toEqual([
      "message 0",
      "message 2",
      "message 4",
      "message 1",
      "message 3",
      "message 5",
    ]);
  });

  it("is filtered, searched by words in any order, and given page by page", () => {
    expect(messages({ severity: "error" })).toHaveLength(3);
    expect(messages({ state: "fixed" })).toEqual(["gone"]);
    expect(messages({ words: "1 message types" })).toEqual(["message 1"]);
    expect(listFindings(found, { offset: 2, limit: 3 })).toMatchObject({ matching: 6, length: 9, offset: 2 });
    expect(listFindings(found, { offset: 2, limit: 3 }).rows).toHaveLength(3);
    expect(listFindings(found, { offset: 99 }).rows).toEqual([]);
  });
});
