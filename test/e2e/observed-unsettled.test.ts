import { describe, expect, it, onTestFinished } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ran, verified } from "../rig/incremental.ts";
import { fixtureRig, readsFixture } from "../rig/observed.ts";
import { Rig, shell } from "../rig/rig.ts";

describe("what is never cached", () => {
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
    expect(stdout).toContain("its verdict was discarded: another check wrote what it read");
    rig.checks(write, { ...read, dependsOn: ["write"] });
    expect((await verified(rig)).warnings).toEqual([]);
    ran(rig);
    expect((await verified(rig)).results).toMatchObject([{ cached: true }, { cached: true }]);
  });
});

describe("what is cached in the end", () => {
  const make = shell("make", "echo make >> .ran; mkdir -p ignored; cp fixtures/a.json ignored/made", {
    type: "test",
  });
  const use = shell("use", "echo use >> .ran; ! grep -q BAD $(printf ign)ored/made", {
    type: "test",
    dependsOn: ["make"],
  });

  it("a test that makes what another test reads, which waits for it, is cached in the end", async () => {
    const rig = fixtureRig(make, use);
    const { warnings } = await verified(rig);
    expect(warnings).toContain(
      'use read ignored/made, which make makes, so its result is not cached. From the next run on, ignored counts as an output of make; outputs: ["ignored/**"] says so.',
    );
    expect((await verified(rig)).warnings).toEqual([]);
    ran(rig);
    expect((await verified(rig)).results).toMatchObject([{ cached: true }, { cached: true }]);
    rig.write("fixtures/a.json", "BAD\n");
    const { result } = await rig.json();
    expect(ran(rig)).toEqual(["make", "use"]);
    expect(result.results).toMatchObject([{ status: "passed" }, { status: "failed" }]);
  });

  it("a test that is newer than what it reads is cached in the end", async () => {
    const rig = fixtureRig(make, shell("other", "true", { dependsOn: ["make"] }));
    await verified(rig);
    rig.checks(make, use);
    expect((await verified(rig)).warnings).toContainEqual(expect.stringContaining("which make makes"));
    await verified(rig);
    rig.write("fixtures/a.json", "BAD\n");
    expect((await rig.json()).result.results).toMatchObject([{ status: "passed" }, { status: "failed" }]);
  });

  it("a script that reads what the build writes, where nothing is declared, is cached in the end", async () => {
    const rig = new Rig({ trace: "auto" });
    rig.write(".gitignore", "dist\n.ran\n");
    const scripts = {
      build: "node build.mjs",
      test: "node check.mjs",
    };
    rig.write("package.json", JSON.stringify({ name: "app", scripts }));
    rig.write("data.txt", "fine\n");
    rig.write(
      "build.mjs",
      'import { appendFileSync, cpSync, mkdirSync } from "node:fs";\nappendFileSync(".ran", "build\\n");\nmkdirSync("dist", { recursive: true });\ncpSync("data.txt", "dist/data.txt");\n',
    );
    rig.write(
      "check.mjs",
      'import { appendFileSync, existsSync, readFileSync } from "node:fs";\nappendFileSync(".ran", "test\\n");\nconst place = ["dist", "data.txt"].join("/");\nif (existsSync(place) && readFileSync(place, "utf8").includes("BAD")) process.exit(1);\n',
    );
    rig.commitAll();
    const { result } = await rig.json();
    expect(result.warnings).toContainEqual(
      expect.stringContaining("From the next run on, test waits for build."),
    );
    for (let left = 3; left > 0; left--) await rig.json();
    ran(rig);
    await verified(rig);
    expect(ran(rig)).toEqual([]);
    rig.write("data.txt", "BAD\n");
    const { result: last } = await rig.json();
    expect(last.results.find(({ check }) => check === "test")?.status).toBe("failed");
    expect(ran(rig)).toEqual(["build", "test"]);
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

describe("what is cached at once", () => {
  it("a command that starts programs which it made for itself and removed, as Yarn does, is cached at once", async () => {
    const made = 'd=$(mktemp -d); printf "#!/bin/sh\\ntrue\\n" > $d/tool; chmod +x $d/tool';
    const rig = fixtureRig(shell("shims", `echo ran >> .ran; ${made}; PATH=$d:$PATH tool; rm -r $d`));
    expect((await verified(rig)).warnings).toEqual([]);
    expect((await verified(rig)).results).toMatchObject([{ cached: true, observed: 1 }]);
    expect(ran(rig)).toEqual(["ran"]);
  });
});
