import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Replay } from "../../src/index.ts";
import { FlowRig } from "../rig/flow.ts";
import { ran } from "../rig/incremental.ts";
import { fixtureRig, readsFixture, writeFixtures } from "../rig/observed.ts";
import type { Rig } from "../rig/rig.ts";
import { Spoken } from "../rig/spoken.ts";

const OTHER = "fixtures/unread.json";
const SEEN = "fixtures/a.json";

async function verifiedRig(): Promise<Rig> {
  const rig = fixtureRig();
  expect((await rig.verification()).status).toBe(0);
  expect(ran(rig)).toEqual(["ran"]);
  return rig;
}

/** Commits an edit of a file. */
function commitEdit(rig: Rig, path: string, text = `${path} edited\n`): void {
  rig.write(path, text);
  rig.commitAll(`edit ${path}`);
}

describe("what was seen counts for", () => {
  it("what was seen counts for a receipt, which names the check and runs nothing", async () => {
    const rig = await verifiedRig();
    const issue = async (): Promise<string> => {
      const { status, stdout } = await rig.verification(["receipt"]);
      expect(status).toBe(0);
      const file = join(rig.root, "../receipt");
      writeFileSync(file, stdout);
      return file;
    };
    const file = await issue();
    expect((await rig.verification(["receipt", "--check", file])).status).toBe(0);
    rig.write(SEEN, "edited\n");
    const { status, stdout } = await rig.verification(["receipt", "--check", file]);
    expect([status, stdout]).toEqual([1, expect.stringContaining("reads")]);
    expect(await rig.verification(["receipt"])).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining(`${SEEN} changed (read by the last run)`),
    });
    rig.write(SEEN, "fine\n");
    expect((await rig.verification(["receipt", "--check", file])).status).toBe(0);
    // A receipt is about all bytes of the tree; a new one can be made, for the verdict holds.
    rig.write(OTHER, "edited\n");
    expect((await rig.verification(["receipt", "--check", await issue()])).status).toBe(0);
    expect(ran(rig)).toEqual([]);
  });

  it.each(["receipt", "checkpoint"])(
    "what was seen counts for a %s, also where git ignores it",
    async (command) => {
      const rig = fixtureRig(
        readsFixture({ args: ["-c", 'echo ran >> .ran; ! grep -q BAD "$(printf ign)ored/x"'] }),
      );
      rig.write("ignored/x", "fine\n");
      expect((await rig.verification()).status).toBe(0);
      const args = command === "receipt" ? [command] : [command, "one"];
      expect((await rig.verification(args)).status).toBe(0);
      rig.write("ignored/x", "edited\n");
      expect((await rig.verification(args)).status).toBe(1);
      rig.write("ignored/x", "fine\n");
      expect((await rig.verification(args)).status).toBe(0);
    },
  );

  it("what was seen counts for a checkpoint", async () => {
    const rig = await verifiedRig();
    commitEdit(rig, OTHER);
    expect(await rig.verification(["checkpoint", "one"])).toMatchObject({ status: 0 });
    commitEdit(rig, SEEN);
    const refused = await rig.verification(["checkpoint", "two"]);
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.stdout + refused.stderr).toContain(`${SEEN} changed (read by the last run)`);
    expect(rig.git("tag").trim()).toBe("verification-one");
    expect(ran(rig)).toEqual([]);
  });

  it("what was seen counts for a replay, which finds no stale verdict and runs what read the changed file", async () => {
    const rig = fixtureRig();
    commitEdit(rig, OTHER);
    commitEdit(rig, SEEN, "BAD\n");
    commitEdit(rig, SEEN, "fine again\n");
    const { status, stdout } = await rig.verification(["replay", "3", "--json"]);
    expect(status).toBe(0);
    expect((JSON.parse(stdout) as Replay).commits).toMatchObject([
      { outcome: "agrees", incremental: { unitsRun: 0, unitsStood: 1 } },
      { outcome: "agrees", incremental: { unitsRun: 1, failed: 1 } },
      { outcome: "agrees", incremental: { unitsRun: 1, failed: 0 } },
    ]);
  });

  it("what was seen counts for recovery: only what depends on a file that it touched is verified again", async () => {
    const rig = fixtureRig();
    rig.config({
      checks: [
        readsFixture(),
        readsFixture({ name: "other", args: ["-c", "echo other >> .ran; cat src/x.txt"] }),
      ],
      recovery: {
        strategies: [
          {
            name: "fix",
            when: { check: "reads" },
            run: { command: "sh", args: ["-c", `echo fixed > ${SEEN}`] },
          },
        ],
      },
    });
    rig.write(SEEN, "BAD\n");
    rig.commitAll();
    const { status, result } = await rig.json(["--recover"]);
    expect(status).toBe(0);
    expect(result.recovery).toMatchObject([{ strategy: "fix", outcome: "recovered", filesTouched: [SEEN] }]);
    expect(result.results).toMatchObject([
      { check: "reads", status: "passed", cached: false, observed: 1 },
      { check: "other", status: "passed", cached: true, observed: 1 },
    ]);
    expect(ran(rig)).toEqual(["other", "ran", "ran"]);
    expect((await rig.json()).result.results).toMatchObject([{ cached: true }, { cached: true }]);
  });

  it("what was seen counts for --watch", async () => {
    const rig = await verifiedRig();
    const { child, ended } = rig.start(["--watch"]);
    const said = new Spoken(child.stderr as Readable);
    const waits = (): Promise<void> => said.until("Waiting for changes.");
    await waits();
    rig.write(OTHER, "edited\n");
    await said.until(`${OTHER} changed`);
    await waits();
    expect(ran(rig)).toEqual([]);
    rig.write(SEEN, "BAD\n");
    await said.until(`${SEEN} changed`);
    await waits();
    expect(ran(rig)).toEqual(["ran"]);
    child.kill("SIGTERM");
    expect((await ended).stdout).toContain("1 failed");
  });

  it("what was seen counts for --watch, also where git ignores it, and nothing else runs", async () => {
    const rig = fixtureRig(
      readsFixture({
        args: ["-c", 'echo ran >> .ran; ! grep -q BAD "$(printf ign)ored/x" "$(printf ign)ored/new"'],
      }),
    );
    rig.write("ignored/x", "fine\n");
    rig.write("ignored/unread", "fine\n");
    const { child, ended } = rig.start(["--watch"]);
    const said = new Spoken(child.stderr as Readable);
    const waits = (): Promise<void> => said.until("Waiting for changes.");
    await waits();
    expect(ran(rig)).toEqual(["ran"]);
    rig.write("ignored/unread", "edited\n");
    for (const [path, text, started] of [
      ["ignored/x", "BAD\n", ["ran"]],
      // What was verified before is found again.
      ["ignored/x", "fine\n", []],
      ["ignored/new", "new\n", ["ran"]],
    ] as const) {
      rig.write(path, text);
      await said.until(`${path} changed`);
      await waits();
      expect(ran(rig)).toEqual(started);
    }
    child.kill("SIGTERM");
    const { stdout } = await ended;
    expect(stdout.match(/^\d (?:passed|failed)/gm)).toEqual(["1 passed", "1 failed", "1 passed", "1 passed"]);
  });

  it("what was seen counts for the gate of a phase", async () => {
    const gate = { checks: ["reads"] };
    const phases = ["one", "two", "three"].map((key) => ({ key, gate }));
    const rig = new FlowRig({
      config: { execution: { trace: "on" }, checks: [readsFixture()], workflows: { feature: { phases } } },
    });
    rig.write(".gitignore", `${rig.read(".gitignore")}.ran\n`);
    writeFixtures(rig);
    rig.item("pay", {});
    await rig.flow("build", "pay");
    expect((await rig.flow("done", "one")).stdout).toContain("two is handed over");
    expect(ran(rig)).toEqual(["ran"]);
    rig.write(OTHER, "BAD\n");
    expect((await rig.flow("done", "two")).stdout).toContain("three is handed over");
    expect(ran(rig)).toEqual([]);
    rig.write(SEEN, "BAD\n");
    const { status, stdout } = await rig.flow("done", "three");
    expect([status, stdout]).toEqual([1, expect.stringContaining("its gate does not pass: reads.")]);
    expect(ran(rig)).toEqual(["ran"]);
  });
});
