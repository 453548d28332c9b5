import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { isAlive } from "../rig/is-alive.ts";
import { Rig, shell } from "../rig/rig.ts";

describe("the scheduler", () => {
  it("runs checks side by side when there are slots", async () => {
    const rig = new Rig();
    rig.config({
      checks: ["a", "b", "c", "d"].map((name) => ({ name, ...rig.controlled(name) })),
      execution: { maxParallel: 4 },
    });
    const run = rig.verification();
    // All four have started before any of them ends: that is what side by side means.
    const all = await Promise.all(["a", "b", "c", "d"].map((name) => rig.started(name)));
    for (const invocation of all) invocation.exit(0);
    expect((await run).status).toBe(0);
  });

  it("finishes four one-second checks with four slots in less than the serial sum", async () => {
    const rig = new Rig();
    rig.checks(...["a", "b", "c", "d"].map((name) => shell(name, "sleep 1")));
    const { result } = await rig.json(["--concurrency", "4"]);
    const serial = result.results.reduce((total, { duration }) => total + duration, 0);
    expect(result.passed).toBe(4);
    expect(result.duration).toBeLessThan(serial);
  });

  it.each([{ execution: { parallel: false } }, { execution: { maxParallel: 1 } }])(
    "runs one after the other with $execution",
    async ({ execution }) => {
      const rig = new Rig();
      rig.config({ checks: ["a", "b"].map((name) => ({ name, ...rig.controlled(name) })), execution });
      const run = rig.verification();
      const first = await rig.started("a");
      expect(rig.unclaimed).toEqual([]);
      first.exit(0);
      (await rig.started("b")).exit(0);
      expect((await run).status).toBe(0);
    },
  );

  it("starts a check the moment its own dependencies passed, whatever else still runs", async () => {
    const rig = new Rig();
    rig.config({
      checks: [
        { name: "slow", ...rig.controlled("slow") },
        { name: "fast", ...rig.controlled("fast") },
        { name: "after-fast", ...rig.controlled("after-fast"), dependsOn: ["fast"] },
      ],
      execution: { maxParallel: 3 },
    });
    const run = rig.verification();
    const slow = await rig.started("slow");
    (await rig.started("fast")).exit(0);
    // `slow` is of the same level as `fast` and still runs.
    (await rig.started("after-fast")).exit(0);
    slow.exit(0);
    expect((await run).status).toBe(0);
  });

  it("skips what depends on a failure, and nothing else", async () => {
    const rig = new Rig();
    rig.checks(
      shell("build", "exit 1"),
      shell("test", "true", { dependsOn: ["build"] }),
      shell("deploy", "true", { dependsOn: ["test"] }),
      shell("lint", "true"),
    );
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(
      result.results.map(({ check, status: each, skippedReason, why }) => [check, each, skippedReason, why]),
    ).toEqual([
      ["build", "failed", undefined, "exit code 1"],
      ["test", "skipped", "dependency-failed", "build did not pass"],
      ["deploy", "skipped", "dependency-failed", "test did not pass"],
      ["lint", "passed", undefined, undefined],
    ]);
    expect([result.passed, result.failed, result.skipped, result.totalChecks]).toEqual([1, 1, 2, 4]);
  });

  it("runs what a chosen check depends on, and reports the others as filtered", async () => {
    const rig = new Rig();
    rig.checks(
      shell("build", "true"),
      shell("test", "true", { dependsOn: ["build"] }),
      shell("lint", "exit 1"),
    );
    const { status, result } = await rig.json(["--check", "test"]);
    expect(status).toBe(0);
    expect(result.results.map(({ check, skippedReason }) => [check, skippedReason ?? "ran"])).toEqual([
      ["build", "ran"],
      ["test", "ran"],
      ["lint", "filtered"],
    ]);
  });

  it("reports a disabled check and lets what depends on it run", async () => {
    const rig = new Rig();
    rig.checks(shell("build", "exit 1", { enabled: false }), shell("test", "true", { dependsOn: ["build"] }));
    const { status, result } = await rig.json();
    expect(status).toBe(0);
    expect(result.results[0]).toMatchObject({ status: "skipped", skippedReason: "disabled" });
  });
});

describe("fail-fast", () => {
  it("ends what runs and starts nothing more after a critical failure", async () => {
    const rig = new Rig();
    rig.config({
      checks: [
        { name: "bad", ...rig.controlled("bad") },
        { name: "running", ...rig.controlled("running") },
        { name: "waiting", ...rig.controlled("waiting") },
      ],
      execution: { maxParallel: 2, failFast: true },
    });
    const run = rig.json();
    const running = await rig.started("running");
    (await rig.started("bad")).exit(3);
    const { status, result } = await run;
    expect(status).toBe(1);
    expect(
      result.results.map(({ check, status: each, skippedReason }) => [check, each, skippedReason]),
    ).toEqual([
      ["bad", "failed", undefined],
      ["running", "skipped", "fail-fast"],
      ["waiting", "skipped", "fail-fast"],
    ]);
    expect(isAlive(running.pid)).toBe(false);
    expect(rig.unclaimed).toEqual([]);
  });

  it("is not set off by a failure that is not critical, unless continueOnWarning is off", async () => {
    const rig = new Rig();
    const checks = [shell("minor", "exit 1", { critical: false }), shell("next", "true")];
    rig.config({ checks, execution: { maxParallel: 1, failFast: true } });
    const going = await rig.json();
    expect(going.result.results.map(({ status }) => status)).toEqual(["failed", "passed"]);
    expect(going.result).toMatchObject({ success: false, hasCriticalFailure: false });
    rig.config({ checks, execution: { maxParallel: 1, continueOnWarning: false } });
    const stopped = await rig.json();
    expect(stopped.result.results.map(({ status }) => status)).toEqual(["failed", "skipped"]);
    expect(stopped.status).toBe(1);
  });
});

describe("a command", () => {
  it("reports its exit status as it is", async () => {
    const rig = new Rig();
    rig.checks(shell("seven", "exit 7"), shell("zero", "exit 0"));
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.results.map(({ exitCode }) => exitCode)).toEqual([7, 0]);
  });

  it("reports the signal that ended it", async () => {
    const rig = new Rig();
    rig.checks(shell("dies", "kill -SEGV $$"));
    const { result } = await rig.json();
    expect(result.results[0]).toMatchObject({
      status: "failed",
      exitCode: null,
      signal: "SIGSEGV",
      why: "ended by SIGSEGV",
    });
  });

  it("a command that is not found fails with advice, and the others run", async () => {
    const rig = new Rig();
    rig.checks({ name: "ghost", command: "no-such-command-anywhere" }, shell("fine", "true"));
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.results[0]?.why).toMatch(/no-such-command-anywhere was not found.*Install it/);
    expect(result.results[1]?.status).toBe("passed");
  });

  it("a command that is not executable says so", async () => {
    const rig = new Rig();
    rig.write("tool.sh", "#!/bin/sh\n");
    rig.checks({ name: "tool", command: "./tool.sh" });
    expect((await rig.json()).result.results[0]?.why).toMatch(/not executable.*chmod \+x/);
  });

  it("is found in node_modules/.bin before PATH", async () => {
    const rig = new Rig();
    rig.write("node_modules/.bin/git", "#!/bin/sh\necho mine\n");
    chmodSync(join(rig.root, "node_modules/.bin/git"), 0o755);
    rig.checks({ name: "tool", command: "git" });
    expect((await rig.json()).result.results[0]?.stdout).toBe("mine\n");
  });

  it.each([
    [
      "arguments that are too large",
      { command: "true", args: ["x".repeat(300_000)] },
      /larger than the system allows/,
    ],
    [
      "a working directory that is a file",
      { command: "true", cwd: "file", dependsOn: ["first"] },
      /could not be started|does not exist/,
    ],
  ])(
    "a command that the system refuses for %s fails, and the run goes on to its end",
    async (_, fields, why) => {
      const rig = new Rig();
      rig.write("file", "");
      rig.checks({ name: "refused", ...fields }, shell("first", "true"), shell("other", "true"));
      const { status, result } = await rig.json();
      expect(status).toBe(1);
      expect(result.results[0]?.why).toMatch(why);
      expect(result.passed).toBe(2);
    },
  );

  it("has no standard input to wait for", async () => {
    const rig = new Rig();
    rig.checks(shell("reads", "cat; echo done"));
    expect((await rig.json()).result.results[0]?.stdout).toBe("done\n");
  });

  it("is retried as often as declared, and the retries are counted", async () => {
    const rig = new Rig();
    rig.config({
      checks: [
        shell("flaky", 'echo x >> tries; [ "$(wc -l < tries)" -ge 3 ]', {
          retryOnFailure: true,
          maxRetries: 2,
        }),
        shell("never", "echo x >> never; exit 1", { retryOnFailure: true, maxRetries: 1 }),
      ],
      execution: { retryDelayMs: 1 },
    });
    const { result } = await rig.json();
    expect(result.results.map(({ status, retryCount }) => [status, retryCount])).toEqual([
      ["passed", 2],
      ["failed", 1],
    ]);
    expect(readFileSync(join(rig.root, "never"), "utf8")).toBe("x\nx\n");
  });

  it("takes as long as all its tries together", async () => {
    const rig = new Rig();
    rig.config({
      checks: [shell("slow", "sleep 0.3; exit 1", { maxRetries: 2 })],
      execution: { retryDelayMs: 1 },
    });
    expect((await rig.json()).result.results[0]?.duration).toBeGreaterThan(900);
  });

  it("is not retried where retries are off", async () => {
    const rig = new Rig();
    rig.config({
      checks: [shell("bad", "echo x >> tries; exit 1", { retryOnFailure: true, maxRetries: 3 })],
      execution: { enableRetry: false },
    });
    expect((await rig.json()).result.results[0]?.retryCount).toBe(0);
    expect(readFileSync(join(rig.root, "tries"), "utf8")).toBe("x\n");
  });

  it("may print 300 MB without our memory growing with it", async () => {
    const rig = new Rig();
    rig.checks(
      shell(
        "flood",
        "echo first; yes 0123456789012345678901234567890123456789 | head -c 300000000; echo last",
      ),
    );
    const { ended, child } = rig.start(["--json"]);
    const peak = watchMemory(child.pid as number);
    const { stdout } = await ended;
    const [result] = (JSON.parse(stdout) as { results: { stdout: string; status: string }[] }).results;
    expect(result?.status).toBe("passed");
    expect(result?.stdout).toMatch(/^first\n[^]*bytes left out[^]*last\n$/);
    expect(result?.stdout.length).toBeLessThan(1_000_000);
    expect(peak()).toBeLessThan(200 * 1024);
  });

  it("may print one endless line", async () => {
    const rig = new Rig();
    rig.checks(shell("line", "head -c 50000000 /dev/zero | tr '\\0' x; exit 1"));
    const { status, stdout } = await rig.verification();
    expect(status).toBe(1);
    expect(stdout.length).toBeLessThan(5000);
  });
});

describe("time limits", () => {
  it("end a whole process tree that ignores TERM, and leave no process", async () => {
    const rig = new Rig();
    rig.write(
      "stubborn.sh",
      "trap '' TERM\nsh -c 'trap \"\" TERM; echo $$ > grandchild; while :; do sleep 0.1; done' &\necho $$ > child\nwait\nwhile :; do sleep 0.1; done\n",
    );
    rig.checks({ name: "stubborn", command: "sh", args: ["stubborn.sh"], timeout: 500 });
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.results[0]).toMatchObject({
      status: "failed",
      exitCode: null,
      why: "timed out after 500 ms",
    });
    for (const file of ["child", "grandchild"])
      expect(isAlive(Number(readFileSync(join(rig.root, file), "utf8")))).toBe(false);
  });

  it("reach a process that left for a session of its own", async () => {
    const rig = new Rig();
    rig.checks(
      shell("escapes", "setsid sh -c 'echo $$ > escapee; exec sleep 300' & sleep 300", { timeout: 700 }),
    );
    await rig.json();
    expect(isAlive(Number(readFileSync(join(rig.root, "escapee"), "utf8")))).toBe(false);
  });

  it("do not wait for a background process that holds the output open", async () => {
    const rig = new Rig();
    rig.checks(shell("leaves", "sleep 300 & echo $! > left; echo done"));
    const { result } = await rig.json();
    expect(result.results[0]).toMatchObject({ status: "passed", stdout: "done\n" });
    expect(isAlive(Number(readFileSync(join(rig.root, "left"), "utf8")))).toBe(false);
  });

  it("can be given for every check on the command line", async () => {
    const rig = new Rig();
    rig.checks(shell("slow", "sleep 300"));
    expect((await rig.json(["--timeout", "200"])).result.results[0]?.why).toBe("timed out after 200 ms");
  });

  it("hold for the run as a whole: what runs fails, what waits is skipped", async () => {
    const rig = new Rig();
    rig.config({
      checks: [shell("slow", "sleep 300"), shell("next", "true")],
      execution: { maxParallel: 1, overallTimeout: 500 },
    });
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.results.map(({ status: each, skippedReason }) => [each, skippedReason])).toEqual([
      ["failed", undefined],
      ["skipped", "overall-timeout"],
    ]);
    expect(result).toMatchObject({ success: false, stoppedBy: "overall-timeout" });
  });
});

describe("an interrupted run", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "an interrupted run by %s ends every process and exits with 130",
    async (signal) => {
      const rig = new Rig();
      rig.config({
        checks: [
          { name: "long", ...rig.controlled("long") },
          shell("later", "true", { dependsOn: ["long"] }),
        ],
      });
      const { child, ended } = rig.start(["--json"]);
      const { pid } = await rig.started("long");
      child.kill(signal);
      const { status, stdout } = await ended;
      expect(status).toBe(130);
      expect(isAlive(pid)).toBe(false);
      expect(JSON.parse(stdout)).toMatchObject({ success: false, stoppedBy: "interrupted", skipped: 2 });
    },
  );

  it("ends grandchildren that ignore TERM", async () => {
    const rig = new Rig();
    const { command, args } = rig.controlled("inner");
    rig.checks(
      shell(
        "long",
        `trap '' TERM; '${command}' ${args.map((arg) => `'${arg}'`).join(" ")} & sh -c 'trap "" TERM; echo $$ > stubborn; while :; do sleep 0.1; done'`,
      ),
    );
    const { child, ended } = rig.start([]);
    await rig.started("inner");
    await vi.waitUntil(
      () => existsSync(join(rig.root, "stubborn")) && readFileSync(join(rig.root, "stubborn"), "utf8") !== "",
    );
    child.kill("SIGINT");
    expect((await ended).status).toBe(130);
    expect(isAlive(Number(readFileSync(join(rig.root, "stubborn"), "utf8")))).toBe(false);
  });
});

/** The largest resident size seen, in KiB. */
function watchMemory(pid: number): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    try {
      peak = Math.max(
        peak,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0),
      );
    } catch {
      clearInterval(timer);
    }
  }, 20);
  return () => {
    clearInterval(timer);
    return peak;
  };
}
