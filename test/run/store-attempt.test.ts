import { describe, expect, it } from "vitest";
import { NO_START, type TreeNow } from "../../src/run/doubt/watch-tree.ts";
import type { Attempt } from "../../src/run/run-check.ts";
import { storeAttempt, type StoreContext } from "../../src/run/store-attempt.ts";
import type { Execution, StoredVerdict, Verdict } from "../../src/store/records/records.ts";
import type { Unit } from "../../src/units/unit.ts";
import { NOT_WATCHED } from "../../src/vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { Contradiction } from "../../src/vocabulary/verdict/cache-check.ts";
import { declaredCheck } from "../recovery/recovery-samples.ts";
import { sampleUnit, verdictOf } from "../scope/scope-samples.ts";

const check = declaredCheck();
const a = sampleUnit("lint", "src/a.ts", { dependsOn: (path) => path === "src/used.ts" });
const b = sampleUnit("lint", "src/b.ts");

interface Ended {
  readonly units: readonly Unit[];
  readonly code?: number;
  /** The units after the command, if something that they depend on changed. */
  readonly now?: readonly Unit[];
  readonly touched?: readonly string[];
  readonly beside?: readonly string[];
  /** The stored verdicts of units that run as a sample. */
  readonly expected?: readonly StoredVerdict[];
}

/** What is stored, said and doubted after a command over these units has ended. */
async function afterCommand({ units, code = 0, now = units, touched = [], beside = [], expected }: Ended) {
  const stored: Verdict[] = [];
  const executed: Execution[] = [];
  const doubted: Fingerprint[] = [];
  const compared: (Contradiction | null)[] = [];
  const warnings: string[] = [];
  const lookup = (among: readonly Unit[]) => (_check: string, target: string) =>
    among.find((unit) => unit.target === target);
  const tree = { snapshot: { root: "/repository" } };
  const attempt = {
    command: { command: "linter", args: [], files: units.map(({ target }) => target), trace: null },
    outcome: { ending: { type: "exited", code }, stdout: "said", stderr: "", duration: 30 },
    findings: [],
    byTarget: new Map(),
    covered: new Map(),
    start: { ...NO_START, unit: lookup(units), tree },
    traces: null,
    elsewhere: [null],
    failedTries: [],
    retries: 0,
    since: 0,
  } as unknown as Attempt;
  const context = {
    check,
    stored: new Map(),
    look: {
      state: { tree, unit: lookup(now), unitsOf: () => now },
      touchedSince: () => ({
        has: (path: RepoPath) => touched.includes(path),
        list: () => touched as readonly RepoPath[],
      }),
      besideSince: () => beside,
    } as unknown as TreeNow,
    options: {
      runId: "run-2",
      now: () => 5,
      surroundings: "around",
      observer: { observe: () => ({ why: NOT_WATCHED }) },
      merge: async (_: unknown, finished: readonly Unit[]) => ({
        units: new Map(finished.map((unit) => [unit.target, unit])),
        setsThatStay: new Map(),
      }),
      store: (verdicts: readonly Verdict[]) => void stored.push(...verdicts),
      executed: (executions: readonly Execution[]) => void executed.push(...executions),
      doubt: (_: string, fingerprints: readonly Fingerprint[]) => void doubted.push(...fingerprints),
      expected: (_: string, target: string) => expected?.find((verdict) => verdict.target === target),
      compared: (found: Contradiction | null) => void compared.push(found),
      emit: (event: { readonly message: string }) => void warnings.push(event.message),
    },
  } as unknown as StoreContext;
  await storeAttempt(attempt, context);
  return { stored, executed, doubted, compared, warnings };
}

const summary = ({ target, status, fingerprint }: Verdict) => [target, status, fingerprint];

describe("a verdict is stored", () => {
  it("a verdict is stored under the fingerprint of its unit, with the run and what the command printed", async () => {
    const { stored, warnings } = await afterCommand({ units: [a] });
    expect(stored).toMatchObject([
      { check: "lint", target: "src/a.ts", status: "passed", exitCode: 0, stdout: "said", runId: "run-2" },
    ]);
    expect(stored[0]?.fingerprint).toBe(a.fingerprint);
    expect(warnings).toEqual([]);
  });

  it("a verdict is stored for each file of a command that passed, with an equal share of its time", async () => {
    const { stored } = await afterCommand({ units: [a, b] });
    expect(stored.map(({ target, durationMs }) => [target, durationMs])).toEqual([
      ["src/a.ts", 15],
      ["src/b.ts", 15],
    ]);
  });

  it("a verdict is stored for a failure too, if the command was about one file", async () => {
    const { stored } = await afterCommand({ units: [a], code: 1 });
    expect(stored.map(summary)).toEqual([["src/a.ts", "failed", a.fingerprint]]);
  });

  it("a verdict is stored if a file was touched that the unit does not depend on", async () => {
    const { stored } = await afterCommand({ units: [a], touched: ["src/other.ts"] });
    expect(stored).toHaveLength(1);
  });
});

describe("no verdict is stored", () => {
  it("no verdict is stored about a unit that depends on a file which was touched while the command ran, and a warning says so", async () => {
    const { stored, warnings } = await afterCommand({ units: [a, b], touched: ["src/used.ts"] });
    expect(stored.map(({ target }) => target)).toEqual(["src/b.ts"]);
    expect(warnings).toEqual(["src/used.ts changed while lint ran, so its result is not cached."]);
  });

  it("no verdict is stored about a unit that depends on something outside the tree which was written meanwhile", async () => {
    const outside = sampleUnit("lint", "src/a.ts", { dependsOnBeside: (path) => path === "/etc/lint.rc" });
    const { stored, warnings } = await afterCommand({ units: [outside], beside: ["/etc/lint.rc"] });
    expect(stored).toEqual([]);
    expect(warnings).toEqual(["/etc/lint.rc changed while lint ran, so its result is not cached."]);
  });

  it("no verdict is stored about a unit whose fingerprint is another one after the command", async () => {
    const changed = sampleUnit("lint", "src/a.ts", { fingerprint: "another" as Fingerprint });
    const { stored, warnings } = await afterCommand({ units: [a], now: [changed] });
    expect(stored).toEqual([]);
    expect(warnings).toEqual(["what it depends on changed while lint ran, so its result is not cached."]);
  });

  it("no verdict is stored about a unit without a fingerprint", async () => {
    const unknown = sampleUnit("lint", "src/a.ts", { fingerprint: null });
    expect((await afterCommand({ units: [unknown] })).stored).toEqual([]);
  });

  it("no verdict is stored about the files of a failed command that does not tell them apart, and earlier ones are doubted", async () => {
    const { stored, doubted } = await afterCommand({ units: [a, b], code: 1 });
    expect(stored).toEqual([]);
    expect(doubted).toEqual([a.fingerprint, b.fingerprint]);
  });
});

describe("a sample", () => {
  it("a sample that agrees with the stored verdict is stored again", async () => {
    const { stored, compared } = await afterCommand({ units: [a], expected: [verdictOf(a)] });
    expect(compared).toEqual([null]);
    expect(stored).toHaveLength(1);
  });

  it("a sample that contradicts the stored verdict is reported with both, and not stored", async () => {
    const { stored, compared } = await afterCommand({ units: [a], code: 1, expected: [verdictOf(a)] });
    expect(compared).toMatchObject([
      { file: "src/a.ts", stored: { status: "passed", runId: "run-1" }, fresh: { status: "failed" } },
    ]);
    expect(stored).toEqual([]);
  });
});
