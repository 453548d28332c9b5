import { describe, expect, it, onTestFinished } from "vitest";
import { computeMetrics } from "../../../src/history/compute-metrics.ts";
import { type Binding, loadBinding, type Row, type SqlValue } from "../../../src/store/database/binding.ts";
import { HISTORY_LIMITS } from "../../../src/store/records/run-history.ts";
import { openSqliteStore } from "../../../src/store/sqlite-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { createMemoryStore } from "../memory/memory-store.ts";
import { execution, makeDir, open, run, START, storeOptions } from "../support.ts";

/** A binding that counts the rows it hands out. */
function createCountingBinding({ DatabaseSync }: Binding, count: () => void): Binding {
  class CountingDatabase extends DatabaseSync {
    override prepare(sql: string): ReturnType<InstanceType<Binding["DatabaseSync"]>["prepare"]> {
      const statement = super.prepare(sql);
      function* counted(rows: Iterable<Row>): Generator<Row> {
        for (const row of rows) {
          count();
          yield row;
        }
      }
      return {
        run: (...values) => statement.run(...values),
        get: (...values) => statement.get(...values),
        all: (...values: readonly SqlValue[]) => [...counted(statement.all(...values))],
        iterate: (...values: readonly SqlValue[]) => counted(statement.iterate(...values)),
      };
    }
  }
  return { DatabaseSync: CountingDatabase };
}

const id = (at: number): string => `run-${String(at).padStart(6, "0")}`;

describe("a long history", () => {
  it("is bounded, and is read only as far as is asked for", async () => {
    let rows = 0;
    const binding = createCountingBinding(await loadBinding(), () => (rows += 1));
    const store = openSqliteStore(storeOptions(makeDir()), binding);
    onTestFinished(() => store.close());
    const more = 500;
    store.history.recordRuns(
      Array.from({ length: HISTORY_LIMITS.runs + more }, (_, at) => run(id(at), { startedAt: START + at })),
    );
    expect(store.history.countRuns()).toBe(10_000);
    store.history.recordRun(run("latest"));
    expect(store.history.countRuns()).toBe(10_000);
    expect(store.history.getRun(id(more))).toBeUndefined();
    expect(store.history.getRun(id(more + 1))).toBeDefined();

    const rowsOf = (question: () => unknown): number => {
      const before = rows;
      question();
      return rows - before;
    };
    expect(rowsOf(() => store.history.listRuns(20))).toBe(20);
    expect(rowsOf(() => store.history.selectRuns(({ checks }) => checks.length > 0, 20))).toBe(20);
    expect(rowsOf(() => store.history.runsStartingWith("run-0099", 6))).toBe(6);
    expect(rowsOf(() => store.history.latestRun(({ runId }) => runId !== "latest"))).toBe(2);

    const runs = store.history.selectRuns(() => true, Infinity);
    expect(runs.map(({ runId }) => runId).slice(0, 2)).toEqual([
      "latest",
      id(HISTORY_LIMITS.runs + more - 1),
    ]);
    expect(computeMetrics(runs)).toMatchObject({ totalVerifications: 10_000, totalChecks: 10_000 });
  });
});

const STORES: readonly (readonly [string, () => Promise<Store>])[] = [
  ["a store in SQLite", () => open(makeDir())],
  ["a store in memory", async () => createMemoryStore({ now: () => START })],
];

describe.each(STORES)("the history of %s", (_name, create) => {
  it("finds runs by the beginning of their ids, the newest first", async () => {
    const { history } = await create();
    history.recordRuns(["20261114-1", "20261115-1", "20261115-2", "2026%"].map((each) => run(each)));
    const found = (start: string, limit = 9): readonly string[] =>
      history.runsStartingWith(start, limit).map(({ runId }) => runId);
    expect(found("20261115")).toEqual(["20261115-2", "20261115-1"]);
    expect(found("20261115", 1)).toEqual(["20261115-2"]);
    expect(found("2026%")).toEqual(["2026%"]);
    expect(found("20261115-2-more")).toEqual([]);
  });

  it("selects runs, and no more than are asked for", async () => {
    const { history } = await create();
    history.recordRuns([1, 2, 3, 4].map((at) => run(`${at}`, { success: at % 2 === 0 })));
    const select = (limit: number): readonly string[] =>
      history.selectRuns(({ success }) => success, limit).map(({ runId }) => runId);
    expect([select(Infinity), select(1), select(0)]).toEqual([["4", "2"], ["4"], []]);
    expect(history.countRuns()).toBe(4);
  });

  it("gives the executions that can be compared with another", async () => {
    const { history } = await create();
    history.recordExecutions([execution("a", { runId: "1" }), execution("b")]);
    history.recordExecutions([execution("a", { runId: "2", status: "failed", tried: 2 })]);
    expect(history.countExecutions()).toBe(3);
    expect(history.repeatedExecutions()).toEqual([
      execution("a", { runId: "2", status: "failed", tried: 2 }),
      execution("a", { runId: "1" }),
    ]);
  });

  it("keeps what is told of a run, and reads runs that were kept before all of that was", async () => {
    const { history } = await create();
    const [check] = run("1").checks;
    const whole = run("whole", {
      stoppedBy: "superseded",
      scope: { directlyChanged: 1, impactedByDependency: 2, requiresVerification: 3 },
      checks: check === undefined ? [] : [{ ...check, startedAfter: 5, dependsOn: ["a"], saved: 7 }],
    });
    history.recordRuns([run("old"), whole]);
    expect(history.listRuns(2)).toEqual([whole, run("old")]);
  });
});
