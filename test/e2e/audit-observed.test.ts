import { chmodSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { audit, binWithoutStrace } from "../rig/audit.ts";
import { Rig, shell } from "../rig/rig.ts";
import { findStrace } from "../rig/strace.ts";

beforeAll(() => void findStrace());

const READS: CheckInput = {
  name: "reads",
  command: "../reads.sh",
  args: ["{files}"],
  files: ["src/*"],
  follow: "none",
};

/** Two targets, and a command that reads a file beside each and leaves a mark for every start. */
function watchedRig(): { readonly rig: Rig; readonly starts: () => number } {
  const rig = new Rig({ trace: "auto" });
  // What a script of the repository names is known without a trace; this one is elsewhere.
  rig.write(
    "../reads.sh",
    '#!/bin/sh\necho >> ../starts\nfor f in "$@"; do cat "$f" "data/${f##*/}"; done\n',
  );
  chmodSync(join(rig.root, "../reads.sh"), 0o755);
  rig.write("../starts", "");
  rig.checks(READS);
  for (const name of ["a.txt", "b.txt"])
    for (const directory of ["src", "data"]) rig.write(`${directory}/${name}`, "1\n");
  rig.write("tsconfig.json", "{}");
  rig.commitAll();
  const starts = (): number => readFileSync(join(rig.root, "../starts"), "utf8").length;
  return { rig, starts };
}

describe("an audit after a run that was watched", () => {
  it("goes by what that run has seen, and starts nothing", async () => {
    const { rig, starts } = watchedRig();
    expect((await rig.verification()).status).toBe(0);
    const before = starts();
    const found = await rig.verification(["audit"]);
    expect(found).toMatchObject({ status: 1, stderr: "" });
    expect(found.stdout).toBe(`✗ reads read 2 files that are not predicted (2 units, seen in earlier runs)
    data/a.txt
    data/b.txt
  → add to .verification.yml:8: inputs: ["data/**"]
  Covered here, because commands are watched; a machine without a tracer would miss them.
  1 file is predicted but never read: without a tracer, a change there re-runs it (--verbose names them).
`);
    const { checks, document } = await audit(rig);
    expect(document.success).toBe(false);
    expect(checks["reads"]).toMatchObject({
      units: { audited: 2, total: 2, stored: 2, traced: 0 },
      // Both were given to one command: whose file it was is not known.
      undeclared: [
        { path: "data/a.txt", isExact: false },
        { path: "data/b.txt", isExact: false },
      ],
      uncertain: [],
      notCoveredHere: null,
      untraced: null,
      unread: ["tsconfig.json"],
    });
    expect((await rig.verification(["audit", "--verbose"])).stdout).toContain(
      "  predicted but never read: 1\n    tsconfig.json\n",
    );
    expect(starts()).toBe(before);
  });

  it("declares what was seen, so that it is noticed where nothing is watched", async () => {
    const { rig, starts } = watchedRig();
    const unwatched = async (): Promise<number> => {
      const before = starts();
      expect((await rig.verification(["--trace", "off"])).status).toBe(0);
      return starts() - before;
    };
    expect(await unwatched()).toBe(1);
    rig.write("data/a.txt", "2\n");
    // Nobody knows that it is read.
    expect(await unwatched()).toBe(0);

    rig.forget();
    expect((await rig.verification()).status).toBe(0);
    const before = starts();
    const fixed = await rig.verification(["audit", "--fix"]);
    expect(fixed.status).toBe(0);
    expect(fixed.stdout).toContain('→ written to .verification.yml:8: inputs: ["data/**"]');
    expect(fixed.stdout).not.toContain("ot covered");
    const again = await rig.verification(["audit"]);
    expect(again.status).toBe(0);
    expect(again.stdout).toContain("✓ reads read only what is predicted (2 units, seen in earlier runs)");
    expect(starts()).toBe(before);

    rig.forget();
    expect(await unwatched()).toBe(1);
    expect(await unwatched()).toBe(0);
    rig.write("data/a.txt", "3\n");
    expect(await unwatched()).toBe(1);
  });

  it("goes by it also where something speaks for verifying everything", async () => {
    const { rig, starts } = watchedRig();
    rig.write("schema/schema.json", "1");
    expect((await rig.verification()).status).toBe(0);
    const before = starts();
    rig.write("schema/schema.json", "2");
    expect((await rig.verification(["status"])).stdout).toContain("Everything would be verified");
    expect((await audit(rig)).checks["reads"]?.units).toMatchObject({ stored: 2, traced: 0 });
    expect(starts()).toBe(before);
  });

  it("traces only what no run has seen", async () => {
    const { rig, starts } = watchedRig();
    expect((await rig.verification()).status).toBe(0);
    rig.write("src/b.txt", "2\n");
    const before = starts();
    const found = await rig.verification(["audit"]);
    expect(found.stderr).toBe("tracing reads\n");
    expect(found.stdout).toContain(
      "✗ reads read 2 files that are not predicted (2 units: 1 seen in earlier runs, 1 traced now)\n",
    );
    expect(starts()).toBe(before + 1);
    rig.write("data/c.txt", "");
    rig.write("src/c.txt", "");
    const { checks } = await audit(rig, ["--limit", "1"]);
    expect(checks["reads"]?.units).toEqual({ audited: 2, total: 3, stored: 1, traced: 1 });
    // What was traced alone was certainly read for that file; what was seen with others not.
    rig.write("src/b.txt", "1\n");
    const mixed = (await audit(rig)).checks["reads"];
    expect(mixed?.undeclared.map(({ path, isExact }) => [path, isExact])).toEqual([
      ["data/a.txt", false],
      ["data/b.txt", false],
      ["data/c.txt", true],
    ]);
  });

  it("does not say that targets read each other where they shared a command that read them anyway", async () => {
    const { rig } = watchedRig();
    rig.write("../reads.sh", '#!/bin/sh\ncat "$@" data/a.txt\nls src\n');
    // What is in them is not known: they may read anything.
    for (const name of ["a.rb", "b.rb"]) rig.write(`src/${name}`, "");
    rig.checks({ ...READS, files: ["src/*.rb"], inputs: ["data/**"] });
    expect((await rig.verification()).status).toBe(0);
    const found = await rig.verification(["audit"]);
    expect(found.stdout).toContain("✓ reads read only what is predicted (2 units, seen in earlier runs)");
    expect(found.stdout).toContain(
      "Whether its targets read each other is not certain for 2 files: they shared commands. With batch: 1 it is.",
    );
    expect(found.status).toBe(0);
    rig.checks({ ...READS, files: ["src/*.rb"], inputs: ["data/**"], batch: 1 });
    expect((await rig.verification(["--force"])).status).toBe(0);
    expect((await audit(rig)).checks["reads"]).toMatchObject({ uncertain: [], units: { stored: 2 } });
  });

  it("traces a target alone where another one, which shared its command, leads to what it seems to read", async () => {
    const rig = new Rig({ trace: "auto" });
    rig.write(
      "../run.cjs",
      "for (const file of process.argv.slice(2)) require(require('path').resolve(file));\n",
    );
    rig.checks({
      name: "test",
      type: "test",
      command: process.execPath,
      args: ["../run.cjs", "{files}"],
      files: ["test/*.cjs"],
    });
    // With the file system at hand, a target may have read all that its command read. The first one runs alone.
    const opens = 'require("node:fs").readFileSync(__filename);\n';
    for (const name of ["a", "b"]) rig.write(`src/${name}.cjs`, "exports.one = 1;\n");
    rig.write("test/a.cjs", `require("../src/a.cjs");\n${opens}`);
    rig.write("test/b.cjs", `require("../src/b.cjs");\n${opens}`);
    rig.write("test/c.cjs", opens);
    rig.commitAll();
    expect((await rig.verification(["--concurrency", "1"])).status).toBe(0);
    const { checks } = await audit(rig);
    expect(checks["test"]).toMatchObject({ units: { audited: 3, total: 3, stored: 2, traced: 1 } });
    expect(checks["test"]?.undeclared).toEqual([]);
  });

  it("says of what failed that it may read more, and does not run it again", async () => {
    const { rig, starts } = watchedRig();
    rig.checks({ name: "fails", type: "test", command: "../reads.sh", args: ["src/a.txt", "absent"] });
    expect((await rig.verification()).status).toBe(1);
    const before = starts();
    const { stdout } = await rig.verification(["audit"]);
    expect(stdout).toMatch(/It may read more than was seen: failed in run [\w-]+\n/);
    expect(starts()).toBe(before);
  });

  it("takes what another check made for no input, and starts neither", async () => {
    const rig = new Rig({ trace: "auto" });
    rig.write(".gitignore", "made/\n.verification*\n");
    rig.checks(
      shell("make", "echo >> ../starts; mkdir -p made; cat src/a.txt > made/out.txt", { type: "build" }),
      shell("use", "echo >> ../starts; cat test/a.txt made/out.txt", {
        type: "test",
        files: ["test/**"],
        dependsOn: ["make"],
      }),
    );
    rig.write("src/a.txt", "");
    rig.write("test/a.txt", "");
    expect((await rig.verification()).status).toBe(0);
    const { status, checks } = await audit(rig);
    expect([checks["make"], checks["use"]]).toMatchObject([
      { undeclared: [], units: { stored: 1 } },
      { undeclared: [], units: { stored: 1 } },
    ]);
    expect(status).toBe(0);
    expect(readFileSync(join(rig.root, "../starts"), "utf8")).toBe("\n\n");
    // A file of the second has changed: it is traced, after what it uses is made. What the first reads is known.
    rig.write("test/a.txt", "2\n");
    const later = (await audit(rig)).checks;
    expect([later["make"], later["use"]]).toMatchObject([
      { undeclared: [], units: { stored: 1, traced: 0 } },
      { undeclared: [], units: { stored: 0, traced: 1 } },
    ]);
    expect(readFileSync(join(rig.root, "../starts"), "utf8")).toBe("\n\n\n\n");
  });

  it("needs no tracer, and says what it would take to know more", async () => {
    const { rig, starts } = watchedRig();
    const env = { PATH: binWithoutStrace(rig) };
    // Programs are found where they were: that counts.
    const tracing = { PATH: [env.PATH, join(rig.root, "../tracing")].join(delimiter) };
    mkdirSync(join(rig.root, "../tracing"));
    symlinkSync(findStrace(), join(rig.root, "../tracing/strace"));
    expect((await rig.verification([], { env: tracing })).status).toBe(0);
    const before = starts();
    const found = await rig.verification(["audit"], { env });
    expect(found.status).toBe(1);
    expect(found.stdout).toContain("(2 units, seen in earlier runs)\n    data/a.txt\n    data/b.txt\n");
    expect(found.stdout).toContain(
      "Not covered here either: commands cannot be watched. strace, which traces file accesses, is not installed.\n",
    );

    rig.write("src/b.txt", "2\n");
    const part = await rig.verification(["audit"], { env });
    expect(part.status).toBe(1);
    expect(part.stdout).toContain("(1 of 2 units, seen in earlier runs)");
    expect(part.stdout).toContain(
      "Other units could not be traced: strace, which traces file accesses, is not installed. Install it:",
    );

    rig.checks({ ...READS, inputs: ["data/**"] }, { ...READS, name: "new", env: { A: "1" } });
    const some = await rig.verification(["audit"], { env });
    expect(some.stdout).toContain("○ reads read only what is predicted");
    expect(some.stdout).toContain(
      "✗ new could not be traced: strace, which traces file accesses, is not installed",
    );
    expect(some.status).toBe(2);
    expect(starts()).toBe(before);
  });

  it("does not call covered what is cached from runs that were not watched, or that is not watched", async () => {
    const { rig } = watchedRig();
    const dangerOf = async (): Promise<string | null | undefined> =>
      (await audit(rig)).checks["reads"]?.notCoveredHere;
    expect(await dangerOf()).toBe(null);
    expect((await rig.verification(["--trace", "off"])).status).toBe(0);
    expect(await dangerOf()).toBe("it is cached from a run that was not watched; --force re-runs it.");
    expect((await rig.verification(["--force"])).status).toBe(0);
    expect(await dangerOf()).toBe(null);
    rig.checks({ ...READS, trace: "off" });
    expect(await dangerOf()).toBe("its commands are not watched (trace: off).");
  });

  it("names a cache that hides what is read, and does not call covered what was read beside it", async () => {
    const { rig, starts } = watchedRig();
    rig.write("../reads.sh", '#!/bin/sh\necho >> ../starts\ncat "$@" .eslintcache data/a.txt\n');
    rig.write(".gitignore", ".eslintcache\n");
    rig.write(".eslintcache", "");
    expect((await rig.verification()).status).toBe(0);
    const before = starts();
    const { stdout } = await rig.verification(["audit"]);
    expect(starts()).toBeGreaterThan(before);
    expect(stdout).toContain(`✗ reads read 1 file that is not predicted (2 units, traced now)
    data/a.txt (2 of 2 units)
  → add to .verification.yml:8: inputs: ["data/a.txt"]
  Not covered here either: not everything it reads can be seen: it used .eslintcache, which an earlier run left there.
  It keeps a cache in .eslintcache: without it, it may read more.
`);
  });
});
