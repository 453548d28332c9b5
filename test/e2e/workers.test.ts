import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readJob } from "../../src/queue/job.ts";
import { Rig } from "../rig/rig.ts";
import { expectAsLocal, fleet, heldCheck, LOOK, ranOn, resultOf } from "../rig/word-fleet.ts";
import { processesWith } from "../rig/worker-rig.ts";

/** Looks like a job. */
const FORGED = {
  version: 1,
  run: "run",
  tree: "0".repeat(40),
  check: "look",
  targets: ["src/f0.txt"],
  keys: "0".repeat(64),
  timeout: 0,
  choice: { config: null, profiles: [], skills: [], triggers: [] },
};

describe("workers", () => {
  it.each(["off", "auto"] as const)(
    "come to what a run without them comes to, unit by unit, with trace: %s",
    async (trace) => {
      const made = await fleet({ files: trace === "off" ? 150 : 40, trace });
      await made.worker("one", { args: ["--concurrency", "2"] });
      await made.worker("two", { args: ["--concurrency", "2"] });
      const ended = await made.run("--json", "--full", "--concurrency", "1");
      expect(ended.status).toBe(1);
      expect(ranOn(resultOf(ended))).toBeGreaterThan(0);
      await expectAsLocal(made, ended);
    },
  );

  it("bring what is not committed, and leave what is ignored", async () => {
    const made = await fleet({ files: 1 });
    made.rig.write(".gitignore", "secret.txt\n");
    made.rig.write("secret.txt", "x\n");
    made.rig.write("src/new.txt", "bad\n");
    const worker = await made.worker("one");
    const ended = await made.run("--json", "--concurrency", "1");
    const result = resultOf(ended);
    expect(result.findings.map(({ file }) => file)).toEqual(["src/new.txt"]);
    expect(ranOn(result)).toBeGreaterThan(0);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  });

  it("keep who ran a command: in history, in explain and in what is shown", async () => {
    const made = await fleet({ files: 4 });
    await made.worker("one");
    const { stderr } = await made.run("--concurrency", "1");
    expect(stderr).toMatch(/look .*on one/);
    const { stdout } = await made.rig.verification(["history", "show", "latest"]);
    expect(stdout).toContain("on one");
    const explained = await made.rig.verification(["explain", "look"]);
    expect(explained.stdout).toContain("ran on one");
    const again = await made.run("--json");
    expect(resultOf(again)).toMatchObject({ filesVerified: 0, cacheHits: 4 });
  });

  it("end what was sent when the run is interrupted, and leave nothing behind", async () => {
    const made = await fleet({ files: 1 });
    made.rig.checks(heldCheck(made, "held", { name: "look" }));
    made.publish();
    await made.worker("one");
    const { child, ended } = made.rig.start(["--workers", made.redis.url, "--concurrency", "1"]);
    const held = await made.rig.started("held");
    child.kill("SIGINT");
    expect((await ended).status).toBe(130);
    while (processesWith("controlled-command").includes(held.pid)) await delay(20);
    expect(made.refs()).toEqual([]);
  });

  it("retry as a run without them does, and find the same to be flaky", async () => {
    const made = await fleet({ files: 1 });
    made.rig.checks({
      name: "look",
      type: "lint",
      command: "sh",
      args: ["look.sh", "{files}"],
      files: ["src/*.txt"],
      retryOnFailure: true,
      maxRetries: 2,
    });
    made.rig.write("src/f0.txt", "bad\n");
    made.rig.write("look.sh", LOOK);
    made.publish();
    await made.worker("one");
    const result = resultOf(await made.run("--json", "--concurrency", "1"));
    expect(result.results[0]).toMatchObject({ status: "failed", retryCount: 2, ranOn: [{ worker: "one" }] });
  });

  it("are never given what a job brings beside names: a forged one runs nothing", async () => {
    const made = await fleet({ files: 1 });
    await made.worker("one");
    expect(readJob({ ...FORGED, targets: ["a", ""] })).toBeNull();
    expect(readJob({ ...FORGED, tree: "--upload-pack=touch x" })).toBeNull();
    expect(Object.keys(readJob({ ...FORGED, command: "rm", args: ["-rf"], env: {} }) ?? {}).sort()).toEqual([
      "check",
      "choice",
      "keys",
      "run",
      "targets",
      "timeout",
      "tree",
      "version",
    ]);
  });

  it("show themselves, and what waits", async () => {
    const made = await fleet({ files: 1 });
    await made.worker("one", { args: ["--label", "gpu", "--concurrency", "3"] });
    const { stdout, status } = await made.rig.verification([
      "worker",
      "status",
      "--queue",
      made.redis.url,
      "--json",
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      workers: [{ name: "one", labels: ["gpu"], concurrency: 3, running: 0 }],
      queues: [
        { label: null, waiting: 0, stalled: 0 },
        { label: "gpu", waiting: 0 },
      ],
    });
  });

  it("show what runs, and what is stalled because its worker is gone", async () => {
    const made = await fleet({ files: 1 });
    made.rig.checks(heldCheck(made, "held"));
    made.publish();
    const worker = await made.worker("one");
    const queues = async (): Promise<unknown> => {
      const { stdout } = await made.rig.verification([
        "worker",
        "status",
        "--queue",
        made.redis.url,
        "--json",
      ]);
      return (JSON.parse(stdout) as { queues: unknown }).queues;
    };
    const running = made.run("--json", "--concurrency", "1");
    await made.rig.started("held");
    expect(await queues()).toEqual([{ label: null, waiting: 0, running: 1, stalled: 0 }]);
    worker.child.kill("SIGKILL");
    const stalled = JSON.stringify([{ label: null, waiting: 0, running: 0, stalled: 1 }]);
    while (JSON.stringify(await queues()) !== stalled) await delay(100);
    // Nobody is there to take it up, so it runs where the run is.
    (await made.rig.started("held")).exit(0);
    expect(resultOf(await running).success).toBe(true);
  });

  it("get commands that need a label only where they have it", async () => {
    const made = await fleet({ files: 4 });
    const { rig } = made;
    rig.config({
      checks: [
        {
          name: "look",
          type: "lint",
          command: "sh",
          args: ["look.sh", "{files}"],
          files: ["src/*.txt"],
          batch: 1,
        },
      ],
      execution: { workers: { url: made.redis.url, labels: { look: "gpu" } } },
    });
    made.publish();
    await made.worker("plain");
    await made.worker("gpu", { args: ["--label", "gpu"] });
    const result = resultOf(await rig.verification(["--json", "--concurrency", "1"]));
    expect(result.results[0]?.ranOn?.map(({ worker }) => worker)).toEqual(["gpu"]);
  });

  it("end after one command with --once", async () => {
    const made = await fleet({ files: 2 });
    const worker = await made.worker("one", { args: ["--once", "--concurrency", "1"] });
    const result = resultOf(await made.run("--json", "--concurrency", "1"));
    expect(await worker.ended).toBe(0);
    expect(ranOn(result)).toBe(1);
  });

  it("are not needed: a queue that cannot be reached, or has none, costs one line", async () => {
    const made = await fleet({ files: 1 });
    const none = await made.run("--concurrency", "1");
    expect(none).toMatchObject({ status: 0 });
    expect(none.stderr).toContain("warning: Workers: none is there for this repository");
    await made.redis.kill();
    const gone = await made.run("--force", "--concurrency", "1");
    expect(gone.status).toBe(0);
    expect(gone.stderr).toMatch(
      /warning: Workers: the queue cannot be reached \(redis:.*; everything runs here\./,
    );
  });

  it("say what to install where the queue's packages are missing", async () => {
    const rig = new Rig();
    rig.checks({ name: "look", command: "true", args: [] });
    rig.commitAll();
    const { status, stderr } = await rig.verification(["--workers", "redis://127.0.0.1:1"]);
    expect(status).toBe(2);
    expect(stderr).toContain("Install them: npm install --save-dev bullmq@6 ioredis@6");
    const wrong = await rig.verification(["--workers", "http://user:pass@host"]);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).not.toContain("pass@");
  });
});
