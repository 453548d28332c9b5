import { describe, expect, it } from "vitest";
import { computeMetrics } from "../../../src/history/compute-metrics.ts";
import { toPastRun } from "../../../src/history/past-run.ts";
import { profileRun } from "../../../src/history/profile-run.ts";
import { formatAge } from "../../../src/report/age.ts";
import { renderFlaky } from "../../../src/report/inspect/flaky-text.ts";
import { renderHistory } from "../../../src/report/inspect/history-text.ts";
import { renderMetrics } from "../../../src/report/inspect/metrics-text.ts";
import { type Paint, withoutColour } from "../../../src/report/print/paint.ts";
import { safe } from "../../../src/report/print/safe-text.ts";
import { sparkline } from "../../../src/report/print/sparkline.ts";
import { renderTable } from "../../../src/report/print/table.ts";
import { renderRun } from "../../../src/report/run/run-text.ts";
import type { CheckRecord, RunRecord } from "../../../src/store/records/records.ts";
import type { Fingerprint } from "../../../src/vocabulary/tree/path.ts";
import { run, START } from "../../store/support.ts";

const NOW = START + 3 * 3_600_000;
const options = { paint: withoutColour, now: NOW, program: ["verification"] };

const [base] = run("r").checks as readonly [CheckRecord];
const build: CheckRecord = {
  ...base,
  check: "build",
  startedAfter: 250,
  duration: 500,
  dependsOn: [],
  saved: 0,
};
const test: CheckRecord = {
  ...base,
  check: "test",
  status: "failed",
  startedAfter: 750,
  duration: 250,
  dependsOn: ["build"],
  retryCount: 2,
  saved: 0,
};
const RUNS: readonly RunRecord[] = [
  run("20300101-020000-bbbbbb", {
    startedAt: NOW - 1000,
    duration: 40,
    counts: { passed: 2, failed: 0, skipped: 0, filesVerified: 0, cacheHits: 4 },
    checks: [build, test].map((each) => {
      const { startedAfter: _, ...rest } = each;
      return {
        ...rest,
        status: "passed" as const,
        cached: true,
        duration: 0,
        unitsRun: 0,
        unitsStood: 2,
        retryCount: 0,
        saved: 300,
      };
    }),
  }),
  run("20300101-000000-aaaaaa", {
    success: false,
    duration: 1000,
    mode: "full",
    requestedMode: "full",
    reason: "a new \u001b[31mcompiler",
    branch: "main",
    stoppedBy: null,
    scope: { directlyChanged: 1, impactedByDependency: 2, requiresVerification: 3 },
    counts: { passed: 1, failed: 1, skipped: 0, filesVerified: 4, cacheHits: 0 },
    checks: [build, test].map((each) => ({ ...each, unitsRun: 2, unitsStood: 0 })),
  }),
];

describe("a table", () => {
  it("is aligned by what is seen, and leaves out columns with nothing in them", () => {
    const paint: Paint = (_, text) => safe`<${text}>`;
    const columns = [{ title: "n", align: "right" }, { title: "empty" }, { title: "name" }] as const;
    const rows = [
      ["1", "", { text: "é", format: "red" }],
      ["10", "", "long"],
    ] as const;
    expect(renderTable(columns, rows, paint).map(String)).toEqual([" <n>  <name>", " 1  <é>", "10  long"]);
  });
});

describe("a sparkline", () => {
  it("goes from nothing to the largest", () => {
    expect(sparkline([0, 1, 50, 100])).toBe("▁▁▄█");
    expect(sparkline([0, 0])).toBe("▁▁");
    expect(sparkline([])).toBe("");
  });
});

describe("an age", () => {
  it.each([
    [-5, "just now"],
    [59_000, "just now"],
    [60_000, "1 min ago"],
    [5 * 3_600_000, "5 h ago"],
    [47 * 3_600_000, "47 h ago"],
    [48 * 3_600_000, "2 days ago"],
  ])("an age of %i ms is told as %s", (age, expected) => {
    expect(formatAge(NOW - age, NOW)).toBe(expected);
  });
});

describe("history as text", () => {
  const history = { total: 7, runs: RUNS.map(toPastRun) };

  it("is a line for each run", () => {
    expect(String(renderHistory(history, options))).toMatchInlineSnapshot(`
      "run                         when  result      mode         ran  cached  duration  commit    reason
      20300101-020000-bbbbbb  just now  ✓ passed    incremental    0       4     40 ms  cccccccc
      20300101-000000-aaaaaa   3 h ago  ✗ 1 failed  full           4       0     1.0 s  cccccccc  a new compiler

      durations  █▁  oldest to newest
      2 runs of 7; \`verification history show <run>\` shows one in detail
      "
    `);
  });

  it("tells of one check where one is asked for", () => {
    expect(String(renderHistory(history, { ...options, checks: ["test"] }))).toMatchInlineSnapshot(`
      "run                         when  result    mode         ran  cached  duration  commit    reason
      20300101-020000-bbbbbb  just now  = cached  incremental    0       2         -  cccccccc
      20300101-000000-aaaaaa   3 h ago  ✗ failed  full           2       0    250 ms  cccccccc  a new compiler

      2 runs of 7; \`verification history show <run>\` shows one in detail
      "
    `);
  });

  it("says where there is nothing to tell", () => {
    expect(String(renderHistory({ total: 0, runs: [] }, options))).toBe("No runs yet: run `verification`.\n");
    expect(String(renderHistory({ total: 3, runs: [] }, { ...options, checks: ["lint"] }))).toBe(
      "lint took part in none of 3 runs.\n",
    );
  });

  it("shows one run with the times of its checks and its critical path", () => {
    const [, full] = RUNS as readonly [RunRecord, RunRecord];
    expect(String(renderRun({ run: toPastRun(full), profile: profileRun(full) }, options)))
      .toMatchInlineSnapshot(`
        "✗ 1 failed  20300101-000000-aaaaaa
        started   2030-01-01T00:00:00.000Z (3 h ago), took 1.0 s
        mode      full, asked for
        reason    a new compiler
        commit    cccccccc on main
        baseline  bbbbbbbb, 2030-01-01T00:00:00.000Z
        scope     1 file changed, 2 affected through dependencies
        units     4 ran, 0 cached

        check  result    duration  ran  cached  when
        build  ✓ passed    500 ms    2       0  ··········████████████████████··········
        test   ✗ failed    250 ms    2       0  ······························██████████  after build, retried 2 times

        where the time went
          before the checks  250 ms
          checks             750 ms
          after the checks   0 ms
          critical path      750 ms: build -> test
        "
      `);
  });

  it("shows a run of which the times are not known", () => {
    const old = run("old");
    expect(String(renderRun({ run: toPastRun(old), profile: profileRun(old) }, options)))
      .toMatchInlineSnapshot(`
        "✓ passed  old
        started   2030-01-01T00:00:00.000Z (3 h ago), took 1.2 s
        mode      incremental
        commit    cccccccc
        baseline  bbbbbbbb, 2030-01-01T00:00:00.000Z
        units     0 ran, 0 cached

        check  result    duration  ran  cached
        lint   ✓ passed     1.0 s    3       7
        "
      `);
  });
});

describe("metrics as text", () => {
  const render = (runs: readonly RunRecord[], since: string | null = null): string => {
    const computed = computeMetrics(runs);
    const checks = Object.entries(computed.checksByName).map(([check, own]) => ({ check, ...own }));
    return String(renderMetrics({ since, ...computed, checks }, options));
  };

  it("are the figures of all runs, and a line for each check", () => {
    expect(render(RUNS)).toMatchInlineSnapshot(`
      "runs      2 since 2030-01-01T00:00:00.000Z
      success   1 passed (50.0 %), 1 failed
      a run     520 ms on average, median 40 ms, p95 1.0 s
      checks    4 results: 3 passed (75.0 %), 1 failed, 0 skipped; 2 ran, 2 cached
      a check   375 ms on average, from 250 ms to 500 ms
      reuse     50.0 % of units cached; 600 ms saved, 750 ms spent

      check  runs  passed  failed  skipped  pass rate  ran  cached  average     p95  longest    time   saved  durations
      build     2       2       0        0      100 %    1       1   500 ms  500 ms   500 ms  66.7 %  300 ms  █
      test      2       1       1        0     50.0 %    1       1   250 ms  250 ms   250 ms  33.3 %  300 ms  █
      "
    `);
  });

  it("count apart what was cut short", () => {
    expect(render([run("1", { stoppedBy: "superseded" }), ...RUNS])).toContain(
      "apart from these 1 superseded",
    );
  });

  it("say so where all was cut short", () => {
    const stopped = (["interrupted", "interrupted", "superseded"] as const).map((stoppedBy, at) =>
      run(String(at), { stoppedBy }),
    );
    expect(render(stopped)).toBe("No run has a verdict: 2 interrupted, 1 superseded.\n");
  });

  it("say where there is nothing to count", () => {
    expect(render([])).toBe("No runs yet: run `verification`.\n");
    expect(render([], "2030-01-01")).toBe("No runs since 2030-01-01.\n");
  });
});

describe("flaky checks as text", () => {
  it("come with the executions that prove it", () => {
    const evidence = { runId: "run", at: new Date(START).toISOString(), commit: "c".repeat(40) };
    const executions = [
      { ...evidence, status: "passed", tried: 2 },
      { ...evidence, status: "failed", tried: 1 },
    ] as const;
    const proof = { fingerprint: "0123456789abcdef" as Fingerprint, passed: 1, failed: 1, executions };
    const units = [
      { ...proof, target: "" as const, batch: null },
      ...Array.from({ length: 10 }, () => ({ ...proof, target: "" as const, batch: null })),
    ];
    const text = String(
      renderFlaky({ executions: 9, checks: [{ check: "test", lastSeen: evidence.at, units }] }, options),
    );
    expect(text.split("\n").slice(0, 5).join("\n")).toMatchInlineSnapshot(`
      "~ test is flaky: with the same fingerprint it passed and failed.
        the whole project: 1 of 2 executions failed (fingerprint 0123456789ab)
          verdict   run  when     commit    try
          ✓ passed  run  3 h ago  cccccccc  2
          ✗ failed  run  3 h ago  cccccccc  1"
    `);
    expect(text).toContain("  ... and 1 more (--json shows all)\n");
  });

  it("say how much was compared where there are none", () => {
    expect(String(renderFlaky({ executions: 9, checks: [] }, options))).toContain("among 9 executions");
    expect(String(renderFlaky({ executions: 0, checks: [] }, options))).toContain("Nothing was executed yet");
  });
});
