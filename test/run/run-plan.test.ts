import { describe, expect, it } from "vitest";
import type { Plan, PlannedCommand } from "../../src/plan/plan.ts";
import type { CommandOutcome } from "../../src/run/executor.ts";
import { type RunPlanOptions, type RunResult, runPlan } from "../../src/run/run-plan.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { VerificationEvent } from "../../src/vocabulary/run/event.ts";
import type { Ending } from "../../src/vocabulary/verdict/result.ts";
import { declaredCheck } from "../recovery/recovery-samples.ts";

const PASS: Ending = { type: "exited", code: 0 };
const FAIL: Ending = { type: "exited", code: 1 };

interface Scripted {
  readonly checks: readonly Check[];
  /** How the command of each check ends; a list is one ending for each try. */
  readonly endings?: Readonly<Record<string, Ending | readonly Ending[]>>;
  readonly execution?: Partial<RunPlanOptions["execution"]>;
  readonly decisions?: Readonly<Record<string, object>>;
  readonly signal?: AbortSignal;
  readonly tolerates?: RunPlanOptions["tolerates"];
}

interface Ran extends RunResult {
  readonly log: readonly string[];
  readonly statuses: Readonly<Record<string, string>>;
  readonly events: readonly VerificationEvent[];
}

/** Runs a plan with one command for each check, whose outcomes are given. */
async function run(script: Scripted): Promise<Ran> {
  const log: string[] = [];
  const events: VerificationEvent[] = [];
  const tries = new Map<string, number>();
  const executor = async (command: PlannedCommand, stop: AbortSignal): Promise<CommandOutcome> => {
    const name = command.command;
    log.push(`start ${name}`);
    await Promise.resolve();
    const tried = tries.get(name) ?? 0;
    tries.set(name, tried + 1);
    const given = script.endings?.[name] ?? PASS;
    const ending = stop.aborted
      ? ({ type: "stopped", why: stop.reason, started: true } as Ending)
      : "type" in given
        ? given
        : (given[tried] as Ending);
    log.push(`end ${name}`);
    return { ending, stdout: "", stderr: "", startedAt: 0, duration: 0, trace: null } as CommandOutcome;
  };
  const plan: Plan = {
    schemaVersion: 1,
    mode: "incremental",
    checks: script.checks.map(({ name, dependsOn }) => ({
      check: name,
      dependsOn,
      ...((script.decisions?.[name] ?? {
        decision: "run",
        units: [],
        commands: [{ command: name, args: [], cwd: ".", env: {}, timeout: 0, files: [], trace: null }],
      }) as { decision: "run"; units: []; commands: readonly PlannedCommand[] }),
    })),
  };
  const options = {
    plan,
    checks: script.checks,
    execution: {
      slots: 4,
      overallTimeout: 0,
      retryDelayMs: 0,
      failFast: false,
      continueOnWarning: true,
      ...script.execution,
    },
    executor,
    verifyFile: async () => [],
    sources: { roots: [], isFile: () => false, readLines: () => null },
    emit: (event: VerificationEvent) => void events.push(event),
    signal: script.signal ?? new AbortController().signal,
    cached: () => ({ count: 0, notable: [] }),
    redact: (text: string) => text,
    noteStart: async () => null,
    record: () => {},
    ...(script.tolerates === undefined ? {} : { tolerates: script.tolerates }),
  } as unknown as RunPlanOptions;
  const result = await runPlan(options);
  const statuses = Object.fromEntries(
    result.results.map(({ check, status, skippedReason }) => [check, skippedReason ?? status]),
  );
  return { ...result, log, events, statuses };
}

const check = (name: string, fields: Partial<Check> = {}): Check =>
  declaredCheck({ name, command: name, args: [], ...fields });

describe("running a plan", () => {
  it("starts a check only after all that it depends on has passed, and gives results in the plan's order", async () => {
    const checks = [check("test", { dependsOn: ["build"] }), check("build")];
    const { log, results } = await run({ checks });
    expect(log).toEqual(["start build", "end build", "start test", "end test"]);
    expect(results.map((result) => result.check)).toEqual(["test", "build"]);
  });

  it("starts no more commands at once than there are slots", async () => {
    const { log } = await run({
      checks: [check("a"), check("b"), check("c")],
      execution: { slots: 1 },
    });
    expect(log).toEqual(["start a", "end a", "start b", "end b", "start c", "end c"]);
  });

  it("skips what depends on a failed check, names that check, and runs the rest", async () => {
    const checks = [check("build"), check("test", { dependsOn: ["build"] }), check("lint")];
    const { statuses, results, stoppedBy } = await run({ checks, endings: { build: FAIL } });
    expect(statuses).toEqual({ build: "failed", test: "dependency-failed", lint: "passed" });
    expect(results[1]?.why).toContain("build");
    expect(stoppedBy).toBeNull();
  });

  it("lets what depends on a tolerated failure go on", async () => {
    const checks = [check("lint"), check("test", { dependsOn: ["lint"] })];
    const { statuses } = await run({ checks, endings: { lint: FAIL }, tolerates: () => true });
    expect(statuses).toEqual({ lint: "failed", test: "passed" });
  });

  it("lets what depends on a check without files go on", async () => {
    const checks = [check("lint"), check("test", { dependsOn: ["lint"] })];
    const decisions = { lint: { decision: "skip", reason: { type: "no-files" } } };
    expect((await run({ checks, decisions })).statuses).toEqual({ lint: "no-files", test: "passed" });
  });

  it("tries a failed command again as often as its check allows, and counts that", async () => {
    const checks = [check("flaky", { retries: 2 })];
    const { results, log } = await run({ checks, endings: { flaky: [FAIL, PASS] } });
    expect(results).toMatchObject([{ status: "passed", retryCount: 1 }]);
    expect(log.filter((line) => line === "start flaky")).toHaveLength(2);
  });

  it("fails a check that is blocked without starting anything", async () => {
    const decisions = { lint: { decision: "blocked", why: "it cannot be started" } };
    const { results, log } = await run({ checks: [check("lint")], decisions });
    expect(results).toMatchObject([{ status: "failed", why: "it cannot be started" }]);
    expect(log).toEqual([]);
  });
});

describe("a run stops before its end", () => {
  it("a run stops before its end at the first failure of a critical check, if that is asked for", async () => {
    const checks = [check("a"), check("b", { dependsOn: ["a"] }), check("c", { dependsOn: ["b"] })];
    const { statuses, stoppedBy } = await run({
      checks,
      endings: { b: FAIL },
      execution: { failFast: true },
    });
    expect(statuses).toEqual({ a: "passed", b: "failed", c: "fail-fast" });
    expect(stoppedBy).toEqual({ type: "fail-fast", failed: "b" });
  });

  it("a run stops before its end at the failure of a check that is not critical only where warnings stop a run", async () => {
    const checks = [check("a", { critical: false }), check("b", { dependsOn: ["a"] })];
    const settings = { checks, endings: { a: FAIL }, execution: { failFast: true } };
    expect((await run(settings)).stoppedBy).toBeNull();
    const strict = { ...settings, execution: { continueOnWarning: false } };
    expect((await run(strict)).stoppedBy).toEqual({ type: "fail-fast", failed: "a" });
  });

  it("a run stops before its end if it is interrupted before anything has started: then nothing starts", async () => {
    const controller = new AbortController();
    controller.abort();
    const { log, statuses, stoppedBy } = await run({ checks: [check("a")], signal: controller.signal });
    expect(log).toEqual([]);
    expect(statuses).toEqual({ a: "interrupted" });
    expect(stoppedBy).toEqual({ type: "interrupted" });
  });

  it("a run stops before its end if a newer run makes it pointless, and says that it was that", async () => {
    const controller = new AbortController();
    controller.abort({ type: "superseded" });
    const { stoppedBy, events } = await run({ checks: [check("a")], signal: controller.signal });
    expect(stoppedBy).toEqual({ type: "superseded" });
    expect(events).toContainEqual({ type: "run-stopping", reason: { type: "superseded" } });
  });
});
