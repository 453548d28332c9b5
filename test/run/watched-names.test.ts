import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findProgram } from "../rig/program.ts";
import { watchedPlace } from "../rig/watched.ts";

const perl = (): string =>
  findProgram({
    places: ["/usr/bin/perl"],
    debian: "perl",
    advice: "Odd calls are made by perl: install it.",
  });

/** The numbers of calls that no tool makes. */
const CLONE = process.arch === "arm64" ? 220 : 56;
const CLONE_FS = 0x200;
const SIGCHLD = 17;

describe("a command that is watched", () => {
  it("has its reads, writes, lists, absent names and programs told", async () => {
    const place = watchedPlace();
    place.write("in.txt", "1");
    place.write("dir/a", "");
    place.write("tool", "#!/bin/sh\ncat dir/a\n");
    chmodSync(join(place.root, "tool"), 0o755);
    symlinkSync("in.txt", join(place.root, "link"));
    const outcome = await place.sh(
      "cat link absent 2>/dev/null; ls dir; ./tool; echo 2 > tmp; mv tmp out; cat out; test -r in.txt",
    );
    expect(outcome).toMatchObject({ ending: { type: "exited", code: 0 }, stdout: "1a\n2\n" });
    expect(outcome.trace?.blind).toBeNull();
    expect(place.told(outcome)).toEqual([
      "read in.txt link",
      "missing absent",
      "found dir",
      "list dir",
      "start tool",
      "read tool",
      "read dir/a",
      "write tmp",
      "write out",
      "read out",
      "found in.txt",
    ]);
    expect(outcome.trace?.accesses).toContainEqual(
      expect.objectContaining({ type: "start", named: "/bin/sh" }),
    );
  });

  it("has names told that it asks stat for only where it is watched in full", async () => {
    const place = watchedPlace();
    place.write("there", "");
    const script = `
      require("node:fs").statSync("absent", { throwIfNoEntry: false });
      require("node:fs").lstatSync("there")`;
    const calls = await place.node(script);
    expect([place.told(calls), calls.trace?.blind]).toEqual([[], null]);
    const full = await place.node(script, { depth: "full" });
    expect([place.told(full), full.trace?.blind]).toEqual([["missing absent", "asked there"], null]);
  });

  it("has names resolved from where it works, and from handles", async () => {
    const place = watchedPlace();
    place.write("a/b/deep", "");
    place.write("a/near", "");
    const outcome = await place.run([
      perl(),
      "-e",
      `chdir("a"); -r "absent-1"; readlink("absent-2"); open(F, "<", "near");
       opendir(D, "b"); chdir(D); readlink("absent-3"); rename("absent-4", "x"); rmdir("absent-5");
       mkdir("made"); symlink("made", "made-link"); link("deep", "deeper"); rmdir("made");
       exec { "./absent-6" } "x";`,
    ]);
    expect(outcome.trace?.blind).toBeNull();
    const told = place.told(outcome);
    for (const each of [
      "missing a/absent-2",
      "read a/near",
      "missing a/b/absent-3",
      "missing a/b/absent-4",
      "missing a/b/absent-5",
      "write a/b/made",
      "write a/b/made-link",
      "read a/b/deep",
      "write a/b/deeper",
      "missing a/b/absent-6",
    ])
      expect(told).toContain(each);
    const removal = await place.sh("find a -name deep -delete && cd a && rm -r b");
    expect(place.told(removal)).toEqual(
      expect.arrayContaining(["list a", "list a/b", "write a/b/deep", "write a/b/deeper", "write a/b"]),
    );
  });

  it("has names of children and threads resolved from where these work", async () => {
    const place = watchedPlace();
    mkdirSync(join(place.root, "a/b"), { recursive: true });
    mkdirSync(join(place.root, "c"));
    const outcome = await place.node(`
      const { access, readlink } = require("node:fs/promises");
      const { spawnSync } = require("node:child_process");
      const ask = (name) => readlink(name).catch(() => access(name).catch(() => {}));
      (async () => {
        process.chdir("a");
        await Promise.all(["t1", "t2", "t3", "t4"].map(ask));
        spawnSync("/bin/sh", ["-c", "cat s1; cd ../../c; cat s2; (cd ..; exec /bin/cat s3); cat s4"], { cwd: "b" });
        process.chdir("../c");
        await Promise.all(["t5", "t6"].map(ask));
      })();`);
    expect(outcome.trace?.blind).toBeNull();
    const missing = place.told(outcome).filter((each) => each.startsWith("missing"));
    expect(missing.map((each) => each.replace("missing ", "")).sort()).toEqual(
      ["a/t1", "a/t2", "a/t3", "a/t4", "a/b/s1", "c/s2", "s3", "c/s4", "c/t5", "c/t6"].sort(),
    );
  });

  it("has a working directory followed that two processes share, or do not", async () => {
    const place = watchedPlace();
    mkdirSync(join(place.root, "a"));
    const script = (flags: number): string =>
      `my $pid = syscall(${CLONE}, ${flags}, 0, 0, 0, 0);
       if ($pid == 0) { chdir("a"); readlink("of-child"); exec("/bin/true"); }
       waitpid($pid, 0); readlink("of-parent");`;
    const shared = await place.run([perl(), "-e", script(CLONE_FS | SIGCHLD)]);
    expect(place.told(shared)).toEqual(expect.arrayContaining(["missing a/of-child", "missing a/of-parent"]));
    const apart = await place.run([perl(), "-e", script(SIGCHLD)]);
    expect(place.told(apart)).toEqual(expect.arrayContaining(["missing a/of-child", "missing of-parent"]));
    expect([shared.trace?.blind, apart.trace?.blind]).toEqual([null, null]);
  });

  it("has any name told, byte by byte", async () => {
    const place = watchedPlace();
    const names = [
      'quo"te',
      "new\nline",
      "back\\slash",
      "<angle>",
      "ä",
      ") = 3<x>",
      " <unfinished ...>",
      "tab\t",
    ];
    for (const name of names) writeFileSync(join(place.root, name), "");
    writeFileSync(Buffer.concat([Buffer.from(`${place.root}/bytes-`), Buffer.from([0xff, 0xfe, 0x01])]), "");
    const outcome = await place.sh('for f in *; do cat "./$f"; cat "$f-absent" 2>/dev/null; done; true');
    expect(outcome.trace?.blind).toBeNull();
    const all = [...names, "bytes-\uDCFF\uDCFE\u0001"];
    expect(new Set(place.told(outcome))).toEqual(
      new Set([...all.map((name) => `read ${name}`), ...all.map((name) => `missing ${name}-absent`)]),
    );
  });
});
