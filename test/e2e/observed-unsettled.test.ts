import { describe, expect, it, onTestFinished } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ran, verified } from "../rig/incremental.ts";
import { fixtureRig, readsFixture } from "../rig/observed.ts";
import { shell } from "../rig/rig.ts";

describe("what never settles", () => {
  it("is named where a command changes a tracked file that it reads", async () => {
    const rig = fixtureRig(
      shell("log", "echo ran >> .ran; d=$(printf fix)tures; cat $d/a.json; echo line >> $d/a.json"),
    );
    const named: unknown = expect.stringContaining('outputs: ["fixtures/a.json"]');
    for (const warnings of [[named], [], []]) {
      expect((await verified(rig)).warnings).toEqual(warnings);
      expect(ran(rig)).toEqual(["ran"]);
    }
    expect((await rig.verification(["explain", "log"])).stdout).toEqual(named);
  });

  it("is named where it names a file that it makes beside the tree, until that is an output", async () => {
    const fields = { name: "made", args: ["-c", "echo $$ > ignored/made; [ -s ignored/made ]"] };
    const rig = fixtureRig(readsFixture(fields));
    rig.write("ignored/made", "before\n");
    for (const run of ["first", "second"]) {
      const { warnings } = await verified(rig);
      expect({ run, warnings }).toEqual({ run, warnings: [expect.stringContaining("ignored/made changed")] });
    }
    rig.checks(readsFixture({ ...fields, outputs: ["ignored/made"] }));
    expect((await verified(rig)).warnings).toEqual([]);
    expect((await verified(rig)).results).toMatchObject([{ cached: true, observed: 1 }]);
  });

  it.each([
    ["the file is new", ""],
    ["the file was there", "old\n"],
  ])("is named with the line that helps where one check writes what another reads: %s", async (_, before) => {
    const write = shell("write", "echo write >> .ran; mkdir -p ignored; date +%N > ignored/made");
    const read = shell("read", "echo read >> .ran; cat $(printf ign)ored/made; true");
    const rig = fixtureRig(write, read);
    if (before !== "") rig.write("ignored/made", before);
    for (const run of ["first", "second"]) {
      const { warnings } = await verified(rig);
      expect({ run, warnings }).toEqual({
        run,
        warnings: expect.arrayContaining([
          "read read ignored/made, which write wrote in the same run, so neither result is cached. Add dependsOn: [write] to read.",
        ]) as string[],
      });
      expect(ran(rig)).toEqual(["read", "write"]);
    }
    const { stdout } = await rig.verification(["explain", "write"]);
    expect(stdout).toContain("its verdict was thrown away: another check wrote what it read");
    rig.checks(write, { ...read, dependsOn: ["write"] });
    expect((await verified(rig)).warnings).toEqual([]);
    ran(rig);
    expect((await verified(rig)).results).toMatchObject([{ cached: true }, { cached: true }]);
  });
});

describe("a process that a watched command leaves behind", () => {
  it.each([
    ["with its output open", ""],
    ["on its own", " < /dev/null > /dev/null 2>&1"],
  ])("does not hold the run: %s", async (_, apart) => {
    const rig = fixtureRig(
      readsFixture({
        args: [
          "-c",
          `setsid sh -c 'echo $$ > ignored/pid; exec sleep 600'${apart} & until [ -s ignored/pid ]; do :; done`,
        ],
        outputs: ["ignored/pid"],
      }),
    );
    rig.write("ignored/keep", "");
    const { result } = await rig.json();
    const pid = Number(readFileSync(join(rig.root, "ignored/pid"), "utf8"));
    onTestFinished(() => void process.kill(pid, "SIGKILL"));
    expect(result.results).toMatchObject([{ status: "passed", exitCode: 0, observed: 1 }]);
    expect(() => process.kill(pid, 0)).not.toThrow();
  });
});
