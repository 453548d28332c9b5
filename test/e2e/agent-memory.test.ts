import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LINT, stop } from "../rig/agents.ts";
import { Rig, shell } from "../rig/rig.ts";

describe("what a hook is answered from", () => {
  it.each([
    ["--check", "test"],
    ["--tag", "some"],
    ["other"],
    ["--trigger", "partly"],
    ["--profile", "partly"],
    ["--config", "other.yml"],
  ])("is no run over a part, however often it was green: %s %s", async (...args) => {
    const rig = new Rig();
    const test = shell("test", "true", { tags: ["some"], files: ["other/*.txt"] });
    rig.config({
      checks: [LINT, test].map((each) => (each === LINT ? { ...each, files: ["src/*.txt"] } : each)),
      profiles: { partly: { checks: { lint: { enabled: false } } } },
    });
    rig.write("other.yml", "checks: [{ name: test, command: 'true' }]\n");
    rig.write("other/a.txt", "a\n");
    rig.write(
      ".claude/skills/p/SKILL.md",
      "---\nname: p\nmetadata: { triggers: partly, checks: [test] }\n---\n",
    );
    rig.write("src/a.txt", "fine\n");
    rig.commitAll();
    await rig.verification();
    rig.write("src/a.txt", "BAD\n");
    for (let round = 0; round < 2; round += 1)
      expect((await rig.verification(args.filter((word) => word !== undefined))).status).toBe(0);
    expect((await stop(rig, "claude")).status).toBe(2);
  });

  it("is no run that forgave what was wrong before, where the configuration does not", async () => {
    const rig = new Rig();
    rig.config({ checks: [{ ...LINT, replayFailures: true }], agent: { newOnly: false } });
    rig.write("src/a.txt", "BAD\n");
    rig.commitAll();
    for (let round = 0; round < 3; round += 1)
      expect((await rig.verification(["--new-only"])).status).toBe(0);
    expect((await stop(rig, "claude")).status).toBe(2);
  });
});

describe("a flaky check", () => {
  /** A check that fails as often as the test says, which shows in nothing that it depends on. */
  function flakyRig(): { readonly rig: Rig; readonly failures: (count: number) => void } {
    const rig = new Rig();
    const script = 'n=$(cat "$HOME"/rain); echo $((n - 1)) > "$HOME"/rain; test "$n" -le 0';
    const args = ["-c", script, "sh", "{files}"];
    rig.checks({ name: "weather", command: "sh", args, files: ["sky.txt"], replayFailures: false }, LINT);
    rig.write("src/a.txt", "fine\n");
    rig.write("sky.txt", "blue\n");
    rig.commitAll();
    const failures = (count: number): void => writeFileSync(join(rig.home, "rain"), String(count));
    failures(0);
    return { rig, failures };
  }

  it("a flaky check that passed with the same inputs is named, and holds nobody up", async () => {
    const { rig, failures } = flakyRig();
    await rig.verification();
    failures(9);
    expect((await rig.verification(["--force"])).status).toBe(1);
    const { status, stdout, stderr } = await stop(rig, "claude");
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^verification: Flaky, so it does not count against this change: weather[^\n]*\n$/,
    );
    expect(JSON.parse(stdout)).toHaveProperty("systemMessage");
    // What fails beside it counts, and alone is reported.
    rig.write("src/a.txt", "BAD\n");
    const both = await stop(rig, "claude");
    expect(both.status).toBe(2);
    expect(both.stderr).toContain("Flaky, so it does not count against this change: weather");
    expect(both.stderr).toMatch(/^FAILED: 1 check failed \(lint\)/m);
  });

  it.each([
    [1, 0, "verification: Flaky, so it does not count against this change: weather"],
    [9, 2, "FAILED: 1 check failed (weather)"],
  ])(
    "a flaky check that was so with other inputs is run once more: after %i failures the status is %i: %s",
    async (count, status, said) => {
      const { rig, failures } = flakyRig();
      await rig.verification();
      failures(1);
      await rig.verification(["--force"]);
      rig.write("sky.txt", "grey\n");
      failures(count);
      const ended = await stop(rig, "claude");
      expect(ended.status).toBe(status);
      expect(ended.stderr).toContain(said);
    },
  );

  it("excuses no other file of the same check", async () => {
    const rig = new Rig();
    const script = `fails=0
for f; do
  if grep -q BAD "$f"; then echo "$f:1:1: error: bad line"; fails=1; fi
  if [ "$f" = src/sky.txt ] && [ -e "$HOME"/rain ]; then echo "$f:1:1: error: rain"; fails=1; fi
done
exit $fails`;
    const check = {
      name: "weather",
      command: "sh",
      args: ["-c", script, "sh", "{files}"],
      files: ["src/*.txt"],
    };
    rig.checks({ ...check, batch: 1, replayFailures: false });
    rig.write("src/a.txt", "fine\n");
    rig.write("src/sky.txt", "blue\n");
    rig.commitAll();
    await rig.verification();
    writeFileSync(join(rig.home, "rain"), "");
    await rig.verification(["--force"]);
    expect((await stop(rig, "claude")).stderr).toContain(
      "Flaky, so it does not count against this change: weather",
    );
    rig.write("src/a.txt", "BAD\n");
    expect(await stop(rig, "claude")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("src/a.txt:1:1 bad line") as string,
    });
  });

  it("a flaky check that was never seen to pass is a failure like any other", async () => {
    const { rig, failures } = flakyRig();
    failures(9);
    expect((await stop(rig, "claude")).status).toBe(2);
  });
});
