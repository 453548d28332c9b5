import { setTimeout as delay } from "node:timers/promises";
import type { Readable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { type CheckInput, verify, type VerificationEvent } from "../../src/index.ts";
import { Spoken } from "../rig/spoken.ts";
import { fleet, heldCheck, ranOn, resultOf, untilGone } from "../rig/word-fleet.ts";
import { processesWith, type WorkerRig } from "../rig/worker-rig.ts";

const LOOK: CheckInput = {
  name: "look",
  type: "lint",
  command: "sh",
  args: ["look.sh", "{files}"],
  files: ["src/*.txt"],
};

/** What each run came to, the latest first: by check, who ran it. */
async function pastRuns(made: WorkerRig): Promise<readonly (readonly string[])[]> {
  const { stdout } = await made.rig.verification(["history", "--json"]);
  const { runs } = JSON.parse(stdout) as { runs: readonly { runId: string }[] };
  return Promise.all(
    runs.map(async ({ runId }) => {
      const shown = await made.rig.verification(["history", "show", runId, "--json"]);
      const { run } = JSON.parse(shown.stdout) as {
        run: { checks: readonly { ranOn: readonly { worker: string }[] | null }[] };
      };
      return run.checks.flatMap((check) => (check.ranOn ?? []).map(({ worker }) => worker));
    }),
  );
}

describe("workers do as a run does", () => {
  it("workers get each change of a run that watches", async () => {
    const made = await fleet({ files: 2 });
    await made.worker("one", { args: ["--concurrency", "2"] });
    const { child, ended } = made.rig.start(["--watch", "--workers", made.redis.url, "--concurrency", "1"]);
    const said = new Spoken(child.stderr as Readable);
    await said.until("Waiting for changes.");
    made.rig.write("src/f1.txt", "bad\n");
    await said.until("src/f1.txt changed");
    await said.until("Waiting for changes.");
    child.kill("SIGTERM");
    await ended;
    expect(said.text).toMatch(/✗ look .*1 file verified, 1 cached, on one/);
    expect(await pastRuns(made)).toEqual([["one"], ["one"]]);
    expect(made.refs()).toEqual([]);
  });

  it("workers end what they still do when a run stops at the first failure", async () => {
    const made = await fleet({ files: 1 });
    made.rig.checks(heldCheck(made, "first"), heldCheck(made, "second"));
    made.publish();
    await made.worker("one", { args: ["--concurrency", "2"] });
    const running = made.run("--json", "--fail-fast", "--concurrency", "1");
    const [first, second] = [await made.rig.started("first"), await made.rig.started("second")];
    expect([first.cwd, second.cwd].every((cwd) => cwd.includes("checkout-"))).toBe(true);
    first.exit(1);
    const { results } = resultOf(await running);
    expect(results.map(({ check, status, skippedReason }) => [check, status, skippedReason])).toEqual([
      ["first", "failed", undefined],
      ["second", "skipped", "fail-fast"],
    ]);
    while (processesWith("controlled-command").includes(second.pid)) await delay(20);
    expect(made.refs()).toEqual([]);
  });

  it("workers run checks that wait for others in order, and not after a failure", async () => {
    const made = await fleet({ files: 1 });
    made.rig.checks(heldCheck(made, "first"), heldCheck(made, "second", { dependsOn: ["first"] }));
    made.publish();
    await made.worker("one", { args: ["--concurrency", "2"] });
    const passing = made.run("--json", "--concurrency", "1");
    const first = await made.rig.started("first");
    expect(made.rig.unclaimed).toEqual([]);
    first.exit(0);
    (await made.rig.started("second")).exit(0);
    const passed = resultOf(await passing);
    expect(passed.results.map(({ ranOn: on }) => on?.[0]?.worker)).toEqual(["one", "one"]);
    const failing = made.run("--json", "--full", "--concurrency", "1");
    (await made.rig.started("first")).exit(1);
    const { results } = resultOf(await failing);
    expect(results.map(({ status, skippedReason }) => [status, skippedReason])).toEqual([
      ["failed", undefined],
      ["skipped", "dependency-failed"],
    ]);
  });

  it("workers keep to the time limit of a check", async () => {
    const made = await fleet({ files: 1, script: "exec sleep 12345" });
    const worker = await made.worker("one");
    const ended = await made.run("--json", "--concurrency", "1", "--timeout", "1");
    await worker.says("it ended early (timed-out)");
    expect(resultOf(ended).results[0]).toMatchObject({ status: "failed", exitCode: null });
    expect(ended.stderr).toContain("Workers: 1 command ran here instead: it ended early (timed-out) on one.");
    await untilGone("sleep\u000012345");
  });

  it("workers run what a profile declares", async () => {
    const made = await fleet({ files: 2 });
    made.rig.config({
      checks: [LOOK],
      profiles: { strict: { checks: { look: { args: ["look.sh", "look.sh", "{files}"] } } } },
    });
    made.publish();
    await made.worker("one");
    const plain = resultOf(await made.run("--json", "--concurrency", "1"));
    const strict = resultOf(await made.run("--json", "--concurrency", "1", "--profile", "strict"));
    expect([ranOn(plain), ranOn(strict)]).toEqual([1, 1]);
    // look.sh has the bad word in it.
    expect([plain.success, strict.success]).toEqual([true, false]);
    expect(strict.results[0]?.command.slice(0, 3)).toEqual(["sh", "look.sh", "look.sh"]);
  });

  it("workers use a configuration of the tree that is named, from any directory", async () => {
    const made = await fleet({ files: 2 });
    const other = { checks: [{ ...LOOK, name: "other" }], execution: { trace: "off" } };
    made.rig.write("settings/other.json", JSON.stringify(other));
    made.publish();
    await made.worker("one");
    const args = ["--json", "--concurrency", "1", "--workers", made.redis.url, "--config", "other.json"];
    const ended = await made.rig.verification(args, { cwd: `${made.rig.root}/settings` });
    const result = resultOf(ended);
    expect(result.results.map(({ check }) => check)).toEqual(["other"]);
    expect(ranOn(result)).toBe(1);
    expect(ended.stderr).not.toContain("warning:");
  });

  it("workers do not run with a configuration that is beside the tree: that stays where the run is", async () => {
    const made = await fleet({ files: 2 });
    made.rig.write(".gitignore", "mine.json\n");
    made.rig.write("mine.json", JSON.stringify({ checks: [LOOK], execution: { trace: "off" } }));
    made.publish();
    await made.worker("one");
    const ended = await made.run("--json", "--concurrency", "1", "--config", "mine.json");
    expect(ranOn(resultOf(ended))).toBe(0);
    expect(ended.stderr).toContain("Workers: the configuration is no file of the repository");
  });

  it("workers pass on what a command prints while it runs, as it would be printed here", async () => {
    const made = await fleet({ files: 1 });
    made.rig.checks(heldCheck(made, "held"));
    made.publish();
    await made.worker("one");
    const events: VerificationEvent[] = [];
    let wake = (): void => {};
    const heard = async (text: string): Promise<void> => {
      const all = (): string =>
        events.map((event) => (event.type === "check-output" ? event.text : "")).join("");
      while (!all().includes(text)) await new Promise<void>((resolve) => (wake = resolve));
    };
    const running = verify({
      cwd: made.rig.root,
      env: { ...made.env, API_TOKEN: "only-known-where-the-run-is" },
      workers: made.redis.url,
      concurrency: 1,
      onEvent: (event) => {
        events.push(event);
        wake();
      },
    });
    const held = await made.rig.started("held");
    onTestFinished(() => held.exit(1));
    held.print({ stdout: `at ${held.cwd}/src/f0.txt\n` });
    await heard(`at ${made.rig.root}/src/f0.txt\n`);
    held.print({ stderr: "only-known-where-the-run-is, and on\n" });
    await heard(", and on\n");
    expect(JSON.stringify(events)).not.toContain("only-known");
    held.exit(0);
    const ended = await running;
    expect(ended.ok && ended.value.results[0]).toMatchObject({
      status: "passed",
      ranOn: [{ worker: "one", commands: 1 }],
    });
    expect(events.some(({ type }) => type === "command-taken")).toBe(true);
  });
});
