import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type {
  CheckResult,
  FlakyChecks,
  Metrics,
  RunDetails,
  RunHistory,
  VerificationResult,
} from "../../src/index.ts";
import { Rig, shell } from "../rig/rig.ts";

/** Fails every other time. What it remembers is outside of the repository, where only a variable leads. */
const FLIP = 'if [ -e "$STATE/$0" ]; then rm "$STATE/$0"; else touch "$STATE/$0"; exit 1; fi';

async function asked<T>(rig: Rig, ...args: readonly string[]): Promise<T> {
  const { status, stdout, stderr } = await rig.verification([...args, "--json"]);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout) as T;
}

describe("history", () => {
  it("counts what was run, proves what is flaky, and does not call flaky what was broken", async () => {
    const rig = new Rig();
    const state = join(rig.root, "../state");
    mkdirSync(state);
    rig.write("src/a.txt", "BAD\n");
    rig.write("src/b.txt", "b\n");
    rig.write("src/c.txt", "c\n");
    rig.write("src/d.txt", "d\n");
    rig.checks(
      { name: "flips", type: "test", command: "sh", args: ["-c", FLIP, "flips"], files: ["src/b.txt"] },
      shell("broken", "! grep -q BAD src/a.txt", { type: "test", files: ["src/a.txt"] }),
      {
        name: "retried",
        type: "test",
        command: "sh",
        args: ["-c", FLIP, "retried"],
        files: ["src/b.txt"],
        retryOnFailure: true,
        maxRetries: 1,
      },
      {
        name: "batched",
        type: "test",
        command: "sh",
        args: ["-c", FLIP, "batched", "{files}"],
        files: ["src/{c,d}.txt"],
      },
    );
    const commit = rig.commitAll();
    const verify = async (...args: readonly string[]): Promise<VerificationResult> =>
      (await rig.json(args, { env: { STATE: state } })).result;

    const first = await verify();
    const second = await verify("--force", "--reason", "to be sure");
    rig.write("src/a.txt", "good\n");
    const third = await verify();
    const fourth = await verify();
    const results = [first, second, third, fourth];
    expect(results.map(({ success }) => success)).toEqual([false, false, true, true]);

    const ids = results.map(({ runId }) => runId).toReversed();
    const history = await asked<RunHistory>(rig, "history");
    expect(history).toMatchObject({ schemaVersion: 1, total: 4 });
    expect(history.runs.map(({ runId }) => runId)).toEqual(ids);
    expect(history.runs[2]).toMatchObject({
      mode: "full",
      requestedMode: "full",
      reason: "to be sure",
      success: false,
      stoppedBy: null,
      commit,
      startedAt: second.startedAt,
      duration: second.duration,
      filesVerified: 5,
      cacheHits: 0,
    });
    expect(history.runs[1]).toMatchObject({ scope: { directlyChanged: third.scope.directlyChanged.length } });
    expect((await asked<RunHistory>(rig, "history", "--limit", "1")).runs.map(({ runId }) => runId)).toEqual(
      ids.slice(0, 1),
    );

    const ran = results.flatMap((result) => result.results).filter(({ cached }) => !cached);
    const durations = ran.map(({ duration }: CheckResult) => duration);
    const total = durations.reduce((sum, duration) => sum + duration, 0);
    const metrics = await asked<Metrics>(rig, "metrics");
    expect(metrics).toMatchObject({
      totalVerifications: 4,
      successfulVerifications: 2,
      failedVerifications: 2,
      totalChecks: 16,
      passedChecks: 12,
      failedChecks: 4,
      skippedChecks: 0,
      executedChecks: 9,
      stoodChecks: 7,
      averageVerificationDuration: results.reduce((sum, { duration }) => sum + duration, 0) / 4,
      averageCheckDuration: total / 9,
      longestCheckDuration: Math.max(...durations),
      shortestCheckDuration: Math.min(...durations),
      successRate: 0.5,
      reuseRate: 9 / 20,
    });
    expect(metrics.timeSaved).toBeGreaterThan(0);
    const broken = ran.filter(({ check }) => check === "broken").map(({ duration }) => duration);
    expect(metrics.checksByName["broken"]).toMatchObject({
      totalRuns: 4,
      passedRuns: 2,
      failedRuns: 2,
      skippedRuns: 0,
      executedRuns: 3,
      stoodRuns: 1,
      averageDuration: broken.reduce((sum, duration) => sum + duration, 0) / 3,
      minDuration: Math.min(...broken),
      maxDuration: Math.max(...broken),
      lastRun: Date.parse(third.startedAt),
      recentDurations: broken,
    });
    expect(metrics.checks.map(({ check }) => check).sort()).toEqual([
      "batched",
      "broken",
      "flips",
      "retried",
    ]);

    const flaky = await asked<FlakyChecks>(rig, "flaky");
    const proofs = Object.fromEntries(flaky.checks.map(({ check, units }) => [check, units]));
    expect(Object.keys(proofs).sort()).toEqual(["batched", "flips", "retried"]);
    const verdicts = (check: string): readonly unknown[] =>
      (proofs[check] ?? []).map(({ executions }) =>
        executions.map(({ runId, status, tried, commit: at }) => [
          ids.indexOf(runId),
          status,
          tried,
          at === commit,
        ]),
      );
    expect(verdicts("flips")).toEqual([
      [
        [2, "passed", null, true],
        [3, "failed", null, true],
      ],
    ]);
    expect(verdicts("retried")).toEqual([
      [
        [2, "passed", 2, true],
        [2, "failed", 1, true],
        [3, "passed", 2, true],
        [3, "failed", 1, true],
      ],
    ]);
    // Which of the two files it was is not known, and not claimed.
    expect(proofs["batched"]).toMatchObject([{ target: "", batch: { files: 2, first: "src/c.txt" } }]);
    const only = await asked<FlakyChecks>(rig, "flaky", "--check", "retried");
    expect(only.checks).toEqual(flaky.checks.filter(({ check }) => check === "retried"));
    const told = (await rig.verification(["flaky"])).stdout;
    expect(told).toContain("~ flips is flaky: with the same fingerprint it passed and failed.");
    expect(told).toContain("2 files in one command (src/c.txt, ...), which one is not known");
    expect(told).not.toContain("broken");
  });

  it("shows one run by its id, its beginning or as the latest, with its critical path", async () => {
    const rig = new Rig();
    rig.write("a.txt", "a\n");
    rig.checks(
      shell("build", "true", { type: "build" }),
      shell("test", "true", { dependsOn: ["build"] }),
      shell("off", "true", { enabled: false }),
    );
    for (const command of ["history", "metrics", "flaky"]) {
      const { status, stdout } = await rig.verification([command]);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^(No runs|Nothing was executed) yet: run `verification`\.\n$/);
    }
    const { result } = await rig.json();
    const latest = await asked<RunDetails>(rig, "history", "show", "latest");
    expect(latest).toMatchObject({
      schemaVersion: 1,
      run: {
        runId: result.runId,
        checks: [
          { check: "build", dependsOn: [], startedAfter: expect.any(Number) as number },
          { check: "test", dependsOn: ["build"] },
          { check: "off", status: "skipped", skippedReason: "disabled", startedAfter: null },
        ],
      },
      profile: { criticalPath: { checks: ["build", "test"] } },
    });
    expect(await asked(rig, "history", "--json", "show", result.runId.slice(0, -2))).toEqual(latest);
    expect(await asked(rig, "history", "show")).toEqual(latest);
    const { stdout } = await rig.verification(["history", "show", result.runId], { env: { NO_COLOR: "1" } });
    expect(stdout).toMatch(/^✓ passed {2}\d{8}-\d{6}-[0-9a-f]{6}\n/);
    expect(stdout).toMatch(/^ {2}critical path {6}.*: build -> test$/m);

    for (const [args, message] of [
      [["history", "show", "nope"], "There is no such run."],
      [["history", "show", "2"], null],
      [["history", "--check", "tset"], 'Did you mean "test"?'],
      [["flaky", "--check", "tset"], 'Did you mean "test"?'],
      [["metrics", "--since", "yesterday"], "This is not a time."],
      [["history", "--limit", "0"], "Expected a whole number from 1 to 2147483647."],
    ] as const) {
      const { status, stderr } = await rig.verification(args);
      expect([args, status]).toEqual([args, message === null ? 0 : 2]);
      expect(stderr).toContain(message ?? "");
    }
  });

  it("counts a run that was interrupted apart", async () => {
    const rig = new Rig();
    rig.checks({ name: "long", ...rig.controlled("long") });
    const { child, ended } = rig.start([]);
    await rig.started("long");
    child.kill("SIGINT");
    expect((await ended).status).toBe(130);
    expect((await rig.verification(["history"])).stdout).toContain("○ interrupted");
    expect(await asked<Metrics>(rig, "metrics")).toMatchObject({
      totalVerifications: 0,
      failedVerifications: 0,
      interruptedVerifications: 1,
      totalChecks: 0,
      checks: [],
    });
    const { stdout } = await rig.verification(["metrics", "--check", "long"]);
    expect(stdout).toBe("No run has a verdict: 1 interrupted.\n");
    const { run, profile } = await asked<RunDetails>(rig, "history", "show", "latest");
    expect(run.checks[0]).toMatchObject({ status: "skipped", skippedReason: "interrupted" });
    // That it was started is known, so it ran until it was ended.
    expect(profile?.criticalPath.checks).toEqual(["long"]);
    expect(profile?.checks).toBe(run.checks[0]?.duration);
  });
});
