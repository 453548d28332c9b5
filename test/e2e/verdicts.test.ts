import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import { type Rig, shell } from "../rig/rig.ts";

describe("failures", () => {
  it("failures of lint and types are replayed, those of tests run again", async () => {
    const rig = rigWith(
      ...(["lint", "type-check", "test", "build", "command", "custom"] as const).map((type) =>
        shell(type, `echo ${type} >> .ran; echo said; exit 3`, { type }),
      ),
    );
    await verified(rig);
    expect(ran(rig)).toHaveLength(6);
    const { status, result } = await rig.json();
    expect(ran(rig)).toEqual(["build", "command", "custom", "test"]);
    expect(status).toBe(1);
    expect(result.results[0]).toMatchObject({
      status: "failed",
      cached: true,
      exitCode: 3,
      stdout: "said\n",
      errors: [{ message: "lint: exit code 3" }],
    });
    expect(result.results[0]?.why).toContain("cached failure");
  });

  it("failures that are replayed name the command over the files that failed", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/b.txt", "good");
    await verified(rig);
    rig.write("src/a.txt", "BAD");
    await verified(rig);
    const [result] = (await verified(rig)).results;
    expect(result).toMatchObject({ status: "failed", cached: true, cacheHits: 2 });
    expect(result?.command.slice(3)).toEqual(["sh", "src/a.txt"]);
  });

  it("can be set to be replayed or not", async () => {
    const rig = rigWith(
      shell("lint", "echo lint >> .ran; exit 1", { type: "lint", replayFailures: false }),
      shell("test", "echo test >> .ran; exit 1", { type: "test", replayFailures: true }),
    );
    await verified(rig);
    ran(rig);
    await verified(rig);
    expect(ran(rig)).toEqual(["lint"]);
  });

  it("failures of a batch are not pinned on any of its files, and go when the cause goes", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "BAD");
    rig.write("src/b.ts", "good");
    expect((await rig.json()).status).toBe(1);
    ran(rig);
    expect((await rig.json()).status).toBe(1);
    expect(ran(rig)).toEqual(["src/a.ts", "src/b.ts"]);
    rig.write("src/a.ts", "fine");
    expect((await rig.json()).status).toBe(0);
    expect((await verified(rig)).filesVerified).toBe(0);
  });

  it("failures of a batch take the passes with them that were stored for its files before", async () => {
    // A variable that nothing declares, and whose name is made at run time.
    const script = 'test -z "$(printenv "$(printf UNDECL)ARED")"';
    const rig = rigWith(fileCheck({ args: ["-c", script, "sh", "{files}"] }));
    rig.write("src/a.txt", "a\n");
    rig.write("src/b.txt", "b\n");
    expect(await verified(rig)).toMatchObject({ success: true });
    const env = { UNDECLARED: "set" };
    expect((await rig.json([], { env })).result).toMatchObject({ success: true, cacheHits: 2 });
    expect((await rig.json(["--force"], { env })).result).toMatchObject({ success: false });
    expect((await rig.json([], { env })).result).toMatchObject({ success: false, cacheHits: 0 });
    const { stdout } = await rig.verification(["cache", "invalidated"]);
    expect(stdout).toContain("a command over several files failed");
  });

  it("failures by a signal or a time limit are not stored, and no pass is", async () => {
    const rig = rigWith(
      shell("killed", "echo killed >> .ran; kill -KILL $$", { type: "lint" }),
      shell("slow", "echo slow >> .ran; sleep 60", { type: "lint", timeout: 300 }),
    );
    await verified(rig);
    ran(rig);
    await verified(rig);
    expect(ran(rig)).toEqual(["killed", "slow"]);
  });
});

describe("a command that has to be ended", () => {
  it("takes back the pass that it had before, with the same fingerprint", async () => {
    const rig = rigWith(shell("whole", 'sleep "$(cat "$HOME/length")"', { type: "test", timeout: 500 }));
    rig.write("a.txt", "a");
    rig.write("../home/length", "0");
    expect((await rig.json()).status).toBe(0);
    rig.write("../home/length", "20");
    expect((await rig.json()).status).toBe(0);
    expect((await rig.json(["--force"])).status).toBe(1);
    expect((await rig.json()).status).toBe(1);
  });
});

describe("what a check makes", () => {
  it("is made again when something that uses it has to run", async () => {
    const rig = rigWith(
      shell("build", "echo build >> .ran; mkdir -p ignored; cp src.txt ignored/out", {
        type: "build",
        files: ["src.txt"],
      }),
      shell("test", "echo test >> .ran; ! grep BAD ignored/out", {
        type: "test",
        dependsOn: ["build"],
        files: ["test.txt"],
      }),
    );
    rig.write("src.txt", "good");
    rig.write("test.txt", "1");
    rig.commitAll();
    await verified(rig);
    rig.git("checkout", "-q", "-b", "other");
    rig.write("src.txt", "BAD");
    rig.commitAll();
    expect((await rig.json()).status).toBe(1);
    rig.git("checkout", "-q", "main");
    expect((await rig.json()).status).toBe(0);
    ran(rig);
    // The product in the directory is of the other branch. Were it used as it is, this would fail.
    rig.write("test.txt", "2");
    const { status, result } = await rig.json();
    expect(ran(rig)).toEqual(["build", "test"]);
    expect(status).toBe(0);
    expect(result.scope.scopeRationale).toContainEqual(
      expect.objectContaining({ check: "build", reason: "needed-by" }),
    );
  });

  it("counts as changed for those that use it when what it is made from changes", async () => {
    const rig = rigWith(
      shell("build", "true", { type: "build", files: ["src.txt"] }),
      shell("test", "echo test >> .ran", { type: "test", dependsOn: ["build"], files: ["test.txt"] }),
    );
    rig.write("src.txt", "1");
    rig.write("test.txt", "1");
    await verified(rig);
    ran(rig);
    rig.write("src.txt", "2");
    await verified(rig);
    expect(ran(rig)).toEqual(["test"]);
  });
});

describe("an edit while a check runs", () => {
  it.each([
    ["stays", (rig: Rig) => rig.write("src/a.ts", "2")],
    ["is taken back", (rig: Rig) => (rig.write("src/a.ts", "2"), rig.write("src/a.ts", "1"))],
    ["is a new file", (rig: Rig) => rig.write("src/new.ts", "1")],
    ["is a deletion", (rig: Rig) => rmSync(join(rig.root, "src/b.ts"))],
  ])("an edit while a check runs, and %s: the verdict is reported and not stored", async (_, edit) => {
    const rig = rigWith();
    rig.checks({ name: "whole", ...rig.controlled("whole"), files: ["src/**"] });
    rig.write("src/a.ts", "1");
    rig.write("src/b.ts", "1");
    const run = rig.verification();
    const command = await rig.started("whole");
    edit(rig);
    command.exit(0);
    const { status, stderr } = await run;
    expect(status).toBe(0);
    expect(stderr).toMatch(/changed while whole ran/);
    const again = rig.verification();
    (await rig.started("whole")).exit(1);
    expect((await again).status).toBe(1);
  });

  it("an edit of something else while a check runs does not matter", async () => {
    const rig = rigWith();
    rig.checks({ name: "whole", ...rig.controlled("whole"), files: ["src/**"] });
    rig.write("src/a.ts", "1");
    rig.write("other.txt", "1");
    const run = rig.verification();
    const command = await rig.started("whole");
    rig.write("other.txt", "2");
    command.exit(0);
    expect((await run).stderr).not.toContain("changed while");
    expect((await verified(rig)).filesVerified).toBe(0);
  });
});

describe("an interrupted run", () => {
  it.each(["SIGINT", "SIGKILL"] as const)("an interrupted run by %s resumes where it was", async (signal) => {
    const rig = rigWith();
    rig.config({
      checks: [
        shell("done", "echo done >> .ran"),
        { name: "long", ...rig.controlled("long"), dependsOn: ["done"] },
      ],
    });
    const { child, ended } = rig.start([]);
    await rig.started("long");
    // The verdict of `done` is kept while `long` goes on; how soon is not promised.
    await vi.waitUntil(async () => (await storedVerdicts(rig)) === 1, { timeout: 60_000 });
    child.kill(signal);
    await ended;
    ran(rig);
    const again = rig.json();
    (await rig.started("long")).exit(0);
    const { result } = await again;
    expect(result.success).toBe(true);
    // `done` is a command that may make something `long` uses, so it runs again with it; nothing else would.
    expect(result.scope.scopeRationale.map(({ check, reason }) => [check, reason])).toEqual([
      ["done", "needed-by"],
      ["long", "never-verified"],
    ]);
  });
});

async function storedVerdicts(rig: Rig): Promise<number> {
  const { stdout } = await rig.verification(["cache", "stats", "--json"]);
  return (JSON.parse(stdout) as { verdicts: { entries: number } }).verdicts.entries;
}
