import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CheckInput, VerificationResult } from "../../src/index.ts";
import { fileCheck, ran, rigWith } from "../rig/incremental.ts";
import { Rig, shell, type Ended, type RunOptions } from "../rig/rig.ts";
import { Spoken } from "../rig/spoken.ts";

/** A watch that goes on, and what it says. */
class Watching {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly #stderr: Spoken;

  constructor(rig: Rig, args: readonly string[] = [], options: RunOptions = {}) {
    ({ child: this.child, ended: this.ended } = rig.start(["--watch", ...args], options));
    this.#stderr = new Spoken(this.child.stderr as Readable);
  }

  says(text: string): Promise<void> {
    return this.#stderr.until(text);
  }

  waits(): Promise<void> {
    return this.says("Waiting for changes.");
  }

  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

function committed(...checks: readonly CheckInput[]): Rig {
  const rig = rigWith(...checks);
  rig.write("src/a.txt", "1");
  rig.write("src/b.txt", "1");
  rig.commitAll();
  return rig;
}

describe("--watch", () => {
  it("verifies, and after a change only what the change concerns", async () => {
    const rig = committed(fileCheck());
    const watch = new Watching(rig);
    await watch.waits();
    expect(ran(rig)).toEqual(["src/a.txt", "src/b.txt"]);
    rig.write("src/a.txt", "BAD");
    await watch.says("src/a.txt changed");
    await watch.waits();
    expect(ran(rig)).toEqual(["src/a.txt"]);
    rig.write("src/a.txt", "1");
    await watch.waits();
    expect(ran(rig)).toEqual([]);
    const { status, stdout, stderr } = await watch.end();
    expect(status).toBe(130);
    expect(stdout.match(/^\d+ (passed|failed).* in /gm)).toEqual([
      expect.stringContaining("1 passed"),
      expect.stringContaining("1 failed"),
      expect.stringContaining("1 passed"),
    ]);
    expect(stdout + stderr).not.toContain("\u001B");
    expect(stderr).not.toContain("quit");
  });

  it("ends a run that a newer change made pointless, with all its processes, and keeps nothing of it", async () => {
    const rig = rigWith();
    rig.checks({ name: "slow", type: "test", ...rig.controlled("slow") });
    rig.write("src/a.txt", "1");
    rig.commitAll();
    const watch = new Watching(rig);
    const first = await rig.started("slow");
    rig.write("src/a.txt", "2");
    await watch.says("replaced by a newer run: src/a.txt changed");
    expect(isAlive(first.pid)).toBe(false);
    (await rig.started("slow")).exit(0);
    await watch.waits();
    // What the first run was about was never verified.
    rig.write("src/a.txt", "1");
    (await rig.started("slow")).exit(0);
    await watch.waits();
    // What the second was about was.
    rig.write("src/a.txt", "2");
    await watch.waits();
    const { stdout } = await watch.end();
    expect(stdout.match(/^1 passed/gm)).toHaveLength(3);
    expect(rig.unclaimed).toEqual([]);
    const history = await rig.json();
    expect(history.result).toMatchObject({ success: true, cacheHits: 1 });
  });

  it.each([["SIGINT"], ["SIGTERM"], ["SIGHUP"]] as const)(
    "ends on %s while a check runs, and leaves nothing running",
    async (signal) => {
      const rig = rigWith();
      rig.checks({ name: "slow", ...rig.controlled("slow") });
      const watch = new Watching(rig);
      const { pid } = await rig.started("slow");
      expect((await watch.end(signal)).status).toBe(130);
      expect(isAlive(pid)).toBe(false);
    },
  );

  it("notices a checkout, and finds the verdicts of the other branch again", async () => {
    const rig = committed(fileCheck());
    rig.git("checkout", "--quiet", "-b", "other");
    rig.write("src/a.txt", "2");
    rig.write("src/deep/er/c.txt", "1");
    rig.commitAll();
    const watch = new Watching(rig);
    await watch.waits();
    rig.git("checkout", "--quiet", "main");
    await watch.says("changed");
    await watch.waits();
    expect(new Set(ran(rig))).toEqual(new Set(["src/a.txt", "src/b.txt", "src/deep/er/c.txt"]));
    rig.git("checkout", "--quiet", "other");
    await watch.says("changed");
    await watch.waits();
    expect(ran(rig)).toEqual([]);
    await watch.end();
  });

  it("notices that a file which git ignored is staged", async () => {
    const rig = committed(fileCheck({ files: ["src/**", "ignored/**"] }));
    rig.write("ignored/c.txt", "1");
    const watch = new Watching(rig);
    await watch.waits();
    ran(rig);
    rig.git("add", "--force", "ignored/c.txt");
    await watch.says("ignored/c.txt changed");
    await watch.waits();
    expect(ran(rig)).toEqual(["ignored/c.txt"]);
    await watch.end();
  });

  it("notices changes in directories that are made while it watches", async () => {
    const rig = committed(fileCheck());
    const watch = new Watching(rig);
    await watch.waits();
    rig.write("src/new/deep/er/c.txt", "1");
    await watch.waits();
    rig.write("src/new/deep/er/c.txt", "2");
    await watch.waits();
    rmSync(join(rig.root, "src/new"), { recursive: true });
    rig.write("src/new/deep/er/d.txt", "1");
    await watch.waits();
    rig.write("src/new/deep/er/d.txt", "2");
    await watch.says("src/new/deep/er/d.txt changed");
    expect((await watch.end()).status).toBe(130);
  });

  it("reads the configuration again, says what is broken in it, and goes on", async () => {
    const rig = committed(shell("first", "true"));
    const watch = new Watching(rig);
    await watch.waits();
    rig.write(".verification.yml", "checks: [{ name: second, comand: 'true' }]\n");
    await watch.says('Unknown key "comand"');
    await watch.waits();
    rig.checks(shell("second", "true"));
    await watch.says("✓ second");
    await watch.waits();
    expect((await watch.end()).stdout).toContain("passed   second");
  });

  it("starts with a configuration that is broken, and waits for a better one", async () => {
    const rig = rigWith();
    rig.write(".verification.yml", "checks: 1\n");
    const watch = new Watching(rig);
    await watch.waits();
    rig.checks(shell("good", "true"));
    await watch.says("✓ good");
    expect((await watch.end()).stderr).toContain("error: .verification.yml:1:9");
  });

  it("prints one line of JSON for every run, also for one that was superseded or refused", async () => {
    const rig = rigWith();
    rig.checks({ name: "slow", ...rig.controlled("slow") });
    rig.write("src/a.txt", "1");
    const watch = new Watching(rig, ["--json"]);
    await rig.started("slow");
    rig.write("src/a.txt", "2");
    (await rig.started("slow")).exit(1);
    await watch.waits();
    rig.write(".verification.yml", "checks: 1\n");
    await watch.waits();
    const { stdout } = await watch.end();
    const documents = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as VerificationResult);
    expect(documents).toMatchObject([
      { schemaVersion: 1, success: false, stoppedBy: "superseded" },
      { schemaVersion: 1, success: false, stoppedBy: null, failed: 1 },
      { schemaVersion: 1, success: false, failures: [{ kind: "config-invalid" }] },
    ]);
  });

  it("writes the report after every run, and takes that for no change", async () => {
    const rig = committed(fileCheck());
    const watch = new Watching(rig, ["--report-path", "report.json", "--format", "json"]);
    await watch.waits();
    const read = (): VerificationResult =>
      JSON.parse(readFileSync(join(rig.root, "report.json"), "utf8")) as VerificationResult;
    const { runId } = read();
    rig.write("src/a.txt", "2");
    // The next run is about this change alone.
    await watch.says("▸ src/a.txt changed\n");
    await watch.waits();
    expect(read().runId).not.toBe(runId);
    await watch.end();
  });

  it("looks for changes itself where it is told to", async () => {
    const rig = committed(fileCheck());
    const watch = new Watching(rig, [], { env: { VERIFICATION_WATCH: "poll" } });
    await watch.waits();
    ran(rig);
    rig.write("src/a.txt", "2");
    await watch.says("src/a.txt changed");
    await watch.waits();
    expect(ran(rig)).toEqual(["src/a.txt"]);
    await watch.end();
  });

  it("--watch works without git", async () => {
    const rig = new Rig({ git: false });
    rig.checks(shell("good", "true"));
    const watch = new Watching(rig);
    await watch.waits();
    rig.write("a.txt", "1");
    await watch.says("a.txt changed");
    await watch.waits();
    expect((await watch.end()).stdout.match(/^1 passed/gm)).toHaveLength(2);
  });

  it.each([
    ["--dry-run", ["--dry-run"], "--dry-run"],
    ["a check that is not there", ["--check", "god"], 'Did you mean "good"?'],
    ["a path that is not there", ["nowhere"], "does not exist"],
  ])("refuses %s with exit status 2", async (_, args, message) => {
    const rig = committed(shell("good", "true"));
    const { status, stderr } = await rig.verification(["--watch", ...args]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain("Waiting");
  });

  it("ends when nobody reads it any more", async () => {
    const rig = committed(fileCheck());
    const watch = new Watching(rig);
    await watch.waits();
    watch.child.stdout?.destroy();
    rig.write("src/a.txt", "BAD");
    expect((await watch.ended).status).toBe(1);
  });
});

describe.runIf(process.platform === "linux")("--watch in a terminal", () => {
  /** Runs the watch in a terminal of its own, into which the test types. */
  function inTerminal(rig: Rig): {
    readonly type: (keys: string) => void;
    readonly output: Spoken;
    readonly ended: Promise<number | null>;
  } {
    const bin = join(import.meta.dirname, "../../bin/verification");
    const child = spawn("script", ["-qefc", `'${process.execPath}' '${bin}' --watch`, "/dev/null"], {
      cwd: rig.root,
      env: {
        PATH: process.env["PATH"],
        HOME: join(rig.root, "../home"),
        TERM: "xterm",
        SHELL: "/bin/sh",
        NO_COLOR: "1",
      },
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return {
      type: (keys) => void child.stdin.write(keys),
      output: new Spoken(child.stdout),
      ended: new Promise((resolve) => child.once("close", resolve)),
    };
  }
  const KEYS = "a all · f failed · e explain · q quit";

  it("shows its keys, and runs all or what failed, explains and quits with the status of the last run", async () => {
    const rig = committed(
      shell("bad", "echo bad >> .ran; false", { type: "test" }),
      shell("good", "echo good >> .ran"),
    );
    const watch = inTerminal(rig);
    await watch.output.until(KEYS);
    expect(ran(rig)).toEqual(["bad", "good"]);
    watch.type("e");
    await watch.output.until("bad: not verified yet");
    watch.type("f");
    await watch.output.until("only what failed: bad");
    await watch.output.until(KEYS);
    expect(ran(rig)).toEqual(["bad"]);
    watch.type("\r");
    await watch.output.until("everything, as requested");
    await watch.output.until(KEYS);
    expect(ran(rig)).toEqual(["bad", "good"]);
    expect(watch.output.text).toContain("\u001B[2J");
    watch.type("q");
    expect(await watch.ended).toBe(1);
  });

  it("ends with 130 on Ctrl-C, also in the middle of a run", async () => {
    const rig = rigWith();
    rig.checks({ name: "slow", ...rig.controlled("slow") });
    const watch = inTerminal(rig);
    const { pid } = await rig.started("slow");
    watch.type("\u0003");
    expect(await watch.ended).toBe(130);
    expect(isAlive(pid)).toBe(false);
  });
});
