import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { expectAsLocal, fleet, heldCheck, LOOK, ranOn, resultOf, untilGone } from "../rig/word-fleet.ts";
import { processesWith } from "../rig/worker-rig.ts";
import { mountSmallDisk } from "../store/small-disk.ts";

describe("workers, when something goes wrong,", () => {
  it("are killed at random, and no unit is lost", async () => {
    const script = LOOK.replace("for file", "sleep 0.2; for file");
    const made = await fleet({ files: 40, script });
    const names = ["one", "two"];
    const state = { isOver: false };
    let end = (): void => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    const torment = async (name: string): Promise<void> => {
      for (let life = 0; !state.isOver; life++) {
        const worker = await made.worker(name, { args: ["--concurrency", "2"] });
        if (life >= 2) return;
        // One that comes after the run is given nothing.
        await Promise.race([worker.says("→ look"), worker.ended, over]).catch(() => {});
        worker.child.kill("SIGKILL");
        await worker.ended;
      }
    };
    const torments = Promise.all(names.map(torment));
    await made.worker("calm", { args: ["--concurrency", "1"] });
    const ended = await made.run("--json", "--full", "--concurrency", "1");
    state.isOver = true;
    end();
    await torments;
    await expectAsLocal(made, ended);
    await untilGone("look.sh");
    expect(ended.status).toBe(1);
  });

  it("go on after a restart of Redis that has forgotten everything", async () => {
    const made = await fleet({ files: 30, script: LOOK.replace("for file", "sleep 0.2; for file") });
    const worker = await made.worker("one", { args: ["--concurrency", "2"] });
    const running = made.run("--json", "--full", "--concurrency", "1");
    await worker.says("✓ look");
    await made.redis.kill();
    await made.redis.start();
    const ended = await running;
    await expectAsLocal(made, ended);
    expect(ended.status).toBe(1);
  });

  it("workers that have gone for good leave everything to the run", async () => {
    const made = await fleet({ files: 6, script: LOOK.replace("for file", "sleep 0.2; for file") });
    const worker = await made.worker("one", { args: ["--concurrency", "2"] });
    const running = made.run("--json", "--full", "--concurrency", "1");
    await worker.says("→ look");
    worker.child.kill("SIGKILL");
    await made.redis.kill();
    const ended = await running;
    expect(ended.stderr).toMatch(/warning: Workers: \d+ commands? ran here instead: the queue/);
    rmSync(join(made.remote, "refs/verification"), { recursive: true, force: true });
    await expectAsLocal(made, ended);
  });

  it("end when they are told to, also where Redis is gone", async () => {
    const made = await fleet({ files: 1 });
    const worker = await made.worker("one");
    await made.redis.kill();
    worker.child.kill("SIGTERM");
    await worker.ended;
    expect(worker.child.signalCode).toBeNull();
  });

  it("end when they are told to, also where Redis does not answer", async () => {
    const made = await fleet({ files: 1 });
    const worker = await made.worker("one");
    made.redis.pause();
    worker.child.kill("SIGTERM");
    await worker.ended;
    expect(worker.child.signalCode).toBeNull();
  });

  it("workers whose clone cannot reach the remote leave it to the run, which says so", async () => {
    const made = await fleet({ files: 3 });
    await made.worker("one", { args: ["--concurrency", "1"] });
    made.rig.git("-C", join(made.directory, "clone-1"), "config", "url./nowhere/.insteadOf", made.remote);
    const ended = await made.run("--json", "--full", "--concurrency", "1");
    expect(ended.stderr).toMatch(/ran here instead: one could not run it/);
    expect(ranOn(resultOf(ended))).toBe(0);
    await expectAsLocal(made, ended);
  });

  it("are not asked where the tree cannot be pushed to the remote", async () => {
    const made = await fleet({ files: 3 });
    await made.worker("one");
    made.rig.git("config", "remote.origin.pushurl", "/nowhere/at-all.git");
    const ended = await made.run("--json", "--full", "--concurrency", "1");
    expect(ended.stderr).toContain("Workers: could not push the tree to origin");
    expect(ranOn(resultOf(ended))).toBe(0);
  });

  it("workers with another tool refuse what it is for, and the run names the difference", async () => {
    const made = await fleet({ files: 3 });
    const tool = (place: string, text: string): string => {
      const directory = join(made.directory, place);
      mkdirSync(directory);
      writeFileSync(join(directory, "wordy"), `#!/bin/sh\n# ${text}\nexit 0\n`);
      chmodSync(join(directory, "wordy"), 0o755);
      return `${directory}:${process.env["PATH"]}`;
    };
    made.rig.checks({
      name: "look",
      type: "lint",
      command: "wordy",
      args: ["{files}"],
      files: ["src/*.txt"],
    });
    made.publish();
    const [here, there] = [tool("bin-here", "1.0"), tool("bin-there", "2.0")];
    await made.worker("old", { env: { PATH: there } });
    const ended = await made.rig.verification(["--workers", made.redis.url, "--json", "--full"], {
      env: { PATH: here },
    });
    expect(ended.stderr).toContain("Workers: 1 command ran here instead: the tool differs on old.");
    expect(ranOn(resultOf(ended))).toBe(0);
    await made.worker("same", { env: { PATH: here } });
    await made.worker("bare");
  });

  it("workers that are held up answer twice, and once counts", async () => {
    const made = await fleet({ files: 1 });
    made.rig.checks(heldCheck(made, "held", { name: "look" }));
    made.publish();
    const one = await made.worker("one", { args: ["--concurrency", "1"] });
    const running = made.run("--json", "--full", "--concurrency", "1");
    const first = await made.rig.started("held");
    one.child.kill("SIGSTOP");
    const two = await made.worker("two", { args: ["--concurrency", "1"] });
    const second = await made.rig.started("held");
    one.child.kill("SIGCONT");
    first.exit(0);
    await one.says("✓ look");
    second.exit(0);
    const result = resultOf(await running);
    expect(result).toMatchObject({ success: true, filesVerified: 1 });
    two.child.kill("SIGTERM");
    const { stdout } = await made.rig.verification(["history", "show", "latest", "--json"]);
    expect(stdout).toContain('"commands": 1');
    expect(made.refs()).toEqual([]);
  });

  it.each([5, -5])("workers whose clock is %i minutes off come to the same", async (minutes) => {
    const made = await fleet({ files: 6, trace: "auto" });
    const shim = join(made.directory, "clock.mjs");
    writeFileSync(shim, `const now = Date.now; Date.now = () => now() + ${minutes * 60_000};\n`);
    await made.worker("off", { node: ["--import", shim] });
    const ended = await made.run("--json", "--full", "--concurrency", "1");
    await expectAsLocal(made, ended);
    expect(ended.status).toBe(1);
  });

  it("lose a run that was killed: its command ends, and its tree goes", async () => {
    const made = await fleet({ files: 1 });
    made.rig.checks(heldCheck(made, "held", { name: "look" }));
    made.publish();
    await made.worker("one");
    const { child, ended } = made.rig.start(["--workers", made.redis.url, "--concurrency", "1"]);
    const held = await made.rig.started("held");
    child.kill("SIGKILL");
    await ended;
    while (processesWith("controlled-command").includes(held.pid)) await delay(100);
    // Whoever comes next tidies up.
    await made.worker("two");
    while (made.refs().length > 0) await delay(100);
    expect(made.refs()).toEqual([]);
  });

  it("workers whose disk is full do not make a failure of it", async () => {
    const full = `case "$PWD" in *checkout-*) echo "write: No space left on device" >&2; exit 1;; esac\n`;
    const made = await fleet({ files: 4, script: `${full}${LOOK}` });
    await made.worker("full");
    const ended = await made.run("--json", "--full", "--concurrency", "1");
    expect(ranOn(resultOf(ended))).toBe(0);
    await expectAsLocal(made, ended);
  });

  it("workers that have no room for a checkout leave it to the run", async () => {
    const made = await fleet({ files: 4 });
    const disk = mountSmallDisk("2m");
    // Where nothing may be mounted, a directory that is none has no room either.
    const directory = disk === null ? "/dev/null/checkouts" : join(disk.dir, "checkouts");
    await made.worker("small", { args: ["--directory", directory] }).catch(() => {});
    const ended = await made.run("--json", "--full", "--concurrency", "1");
    expect(ended.stderr).toMatch(
      /small could not run it \(the disk with its checkouts is full\)|none is there/,
    );
    await expectAsLocal(made, ended);
  });
});
