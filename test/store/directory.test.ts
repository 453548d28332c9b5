import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { databaseFile, fingerprint, makeDir, open, verdict, findVerdict } from "./support.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("the cache directory", () => {
  it("is made for the user alone and keeps itself out of git", async () => {
    const root = dirname(makeDir());
    execFileSync("git", ["init", "-q", root]);
    const dir = join(root, "deep/er/.verification-cache");
    (await open(dir)).close();
    expect(modeOf(dir)).toBe("700");
    expect(readFileSync(join(dir, "CACHEDIR.TAG"), "utf8")).toMatch(
      /^Signature: 8a477f597d28d172789f06886806bc55\n/,
    );
    expect(execFileSync("git", ["-C", root, "status", "--porcelain"]).toString()).toBe("");
  });

  it("keeps the permissions that it has", async () => {
    const dir = makeDir();
    mkdirSync(dir);
    chmodSync(dir, 0o770);
    (await open(dir)).close();
    expect(modeOf(dir)).toBe("770");
    expect(existsSync(join(dir, ".gitignore"))).toBe(true);
  });

  it.each(["lost", "damaged"])("gets its marks back where they are %s", async (how) => {
    const dir = makeDir();
    (await open(dir)).close();
    writeFileSync(join(dir, "last-run.sealed"), "");
    for (const mark of [".gitignore", "CACHEDIR.TAG"])
      if (how === "lost") rmSync(join(dir, mark));
      else writeFileSync(join(dir, mark), "\0");
    (await open(dir)).close();
    expect(readFileSync(join(dir, ".gitignore"), "utf8")).toBe("*\n");
    expect(readFileSync(join(dir, "CACHEDIR.TAG"), "utf8")).toMatch(/^Signature/);
  });

  it("does not hide other files that are in it from git", async () => {
    const dir = makeDir();
    mkdirSync(dir);
    writeFileSync(join(dir, "source.ts"), "");
    const store = await open(dir);
    store.verdicts.putMany([verdict(1)]);
    expect(findVerdict(store, fingerprint(1))).toBeDefined();
    expect(existsSync(join(dir, ".gitignore"))).toBe(false);
  });

  it("must not be a link, nor anything in it: both are refused, and nothing is written through them", async () => {
    const dir = makeDir();
    mkdirSync(`${dir}-real`);
    symlinkSync(`${dir}-real`, dir);
    const behind = await open(dir);
    behind.verdicts.putMany([verdict(1)]);
    expect(behind.warnings).toEqual([expect.stringContaining("is a link")]);
    expect(readdirSync(`${dir}-real`)).toEqual([]);

    const victim = join(dirname(dir), "victim");
    writeFileSync(victim, "precious");
    for (const name of [
      ".gitignore",
      "CACHEDIR.TAG",
      basename(databaseFile(dir, 0)),
      "last-run.sealed",
      "mark",
    ]) {
      const holder = makeDir();
      mkdirSync(holder);
      symlinkSync(victim, join(holder, name));
      const store = await open(holder);
      store.verdicts.putMany([verdict(1)]);
      store.lastRun.keep("all well");
      store.lastRun.forgetEverywhere();
      store.close();
      expect([name, readFileSync(victim, "utf8")]).toEqual([name, "precious"]);
    }
  });

  it.each(["with spaces and 'quotes'", "ünïcode", "per%20cent?mode=memory#x", "new\nline"])(
    "may have any name: %j",
    async (name) => {
      const dir = join(makeDir(), name);
      (await open(dir)).verdicts.putMany([verdict(1)]);
      expect(findVerdict(await open(dir), fingerprint(1))).toBeDefined();
      expect(existsSync(databaseFile(dir, 0))).toBe(true);
    },
  );
});
