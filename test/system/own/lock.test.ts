import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { transformSync } from "oxc-transform";
import { expect, it, onTestFinished } from "vitest";
import { type Lock, tryLock } from "../../../src/system/own/lock.ts";
import type { OwnPlace } from "../../../src/system/own/own-place.ts";

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "verification-lock-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function at(base: string): OwnPlace {
  return { base, path: "." };
}

/** The lock and what it imports, as plain JavaScript beside a program that uses it. */
function compile(script: string): string {
  const to = directory();
  const files = [
    "system/own/lock",
    "system/own/open-own",
    "system/own/own-directory",
    "system/own/own-file",
    "system/own/own-place",
    "system/files/file-stat",
    "system/process/living-process",
    "paths/encode-path",
    "paths/is-within",
  ];
  for (const file of files) {
    const source = readFileSync(join(import.meta.dirname, `../../../src/${file}.ts`), "utf8");
    const { code } = transformSync(`${file}.ts`, source, {
      typescript: { rewriteImportExtensions: "rewrite" },
    });
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, `${file}.js`), code);
  }
  writeFileSync(join(to, "package.json"), '{ "type": "module" }');
  writeFileSync(join(to, "program.js"), script);
  return join(to, "program.js");
}

it("a lock is held by one process until it is released", () => {
  const where = directory();
  const first = tryLock(at(where), "work") as Lock;
  expect(tryLock(at(where), "work")).toEqual({ type: "held", pid: process.pid, host: hostname() });
  expect(tryLock(at(where), "other")).toHaveProperty("release");
  first.release();
  expect(tryLock(at(where), "work")).toHaveProperty("release");
  expect(readdirSync(where).filter((name) => name.startsWith("work"))).toHaveLength(1);
});

it("a lock is taken over from a dead holder, also if another process has its number now", () => {
  const where = directory();
  const { pid } = spawnSync("true");
  writeFileSync(join(where, "work.lock.7"), JSON.stringify({ pid, host: hostname(), born: "1" }));
  (tryLock(at(where), "work") as Lock).release();
  expect(readdirSync(where)).toEqual(["work.lock.8"]);
  if (process.platform === "linux") {
    writeFileSync(
      join(where, "work.lock.8"),
      JSON.stringify({ pid: process.pid, host: hostname(), born: "1" }),
    );
  }
  expect(tryLock(at(where), "work")).toHaveProperty("release");
});

it("a lock is not taken over from a holder on another machine", () => {
  const where = directory();
  writeFileSync(join(where, "work.lock.1"), JSON.stringify({ pid: 1, host: "elsewhere", born: "" }));
  expect(tryLock(at(where), "work")).toEqual({ type: "held", pid: 1, host: "elsewhere" });
});

it("a lock that is impossible says why", () => {
  expect(tryLock({ base: "/dev/null", path: "nowhere" }, "work")).toMatchObject({ type: "impossible" });
});

it("a lock is not taken through a link, nor by what a link leads to", () => {
  const where = directory();
  const outside = directory();
  symlinkSync(outside, join(where, "linked"));
  expect(tryLock({ base: where, path: "linked" }, "work")).toMatchObject({ type: "impossible" });
  writeFileSync(join(outside, "holder"), JSON.stringify({ pid: 1, host: "elsewhere", born: "" }));
  symlinkSync(join(outside, "holder"), join(where, "work.lock.1"));
  const reason = expect.stringContaining("work.lock.1 is a link, which is not followed") as string;
  expect(tryLock(at(where), "work")).toEqual({ type: "impossible", reason });
  expect(readdirSync(where)).toEqual(["linked", "work.lock.1"]);
  expect(readdirSync(outside)).toEqual(["holder"]);
});

it("taking a lock ends if no number is left", () => {
  const where = directory();
  writeFileSync(join(where, "work.lock.999999999999"), "free");
  expect(tryLock(at(where), "work")).toMatchObject({ type: "impossible" });
});

it("a lock lets in one of many at a time, even if each of them dies with it", async () => {
  const where = directory();
  const log = join(where, "log");
  writeFileSync(log, "");
  writeFileSync(
    join(where, "work.lock.1"),
    JSON.stringify({ pid: spawnSync("true").pid, host: hostname(), born: "1" }),
  );
  const script = `
    import { appendFileSync } from "node:fs";
    import { takeLock } from "./system/own/lock.js";
    for (let round = 0; round < 3; round++) {
      const lock = await takeLock(${JSON.stringify(at(where))}, "work");
      appendFileSync(${JSON.stringify(log)}, "in\\n");
      await new Promise((resolve) => setImmediate(resolve));
      appendFileSync(${JSON.stringify(log)}, "out\\n");
      if (round < 2) lock.release();
    }
    process.kill(process.pid, "SIGKILL");`;
  const program = compile(script);
  const runs = Array.from({ length: 4 }, () => once(spawn(process.execPath, [program]), "close"));
  await Promise.all(runs);
  const lines = readFileSync(log, "utf8").trim().split("\n");
  expect(lines).toEqual(Array.from({ length: 12 }, () => ["in", "out"]).flat());
});

it("a lock of another machine is nobody's after a while, by the clock of the disk", () => {
  const where = directory();
  const file = join(where, "work.lock.1");
  writeFileSync(file, JSON.stringify({ pid: 1, host: "elsewhere", born: "" }));
  expect(tryLock(at(where), "work", 60_000)).toEqual({ type: "held", pid: 1, host: "elsewhere" });
  const before = Date.now() / 1000 - 120;
  utimesSync(file, before, before);
  expect(tryLock(at(where), "work")).toMatchObject({ type: "held" });
  expect(tryLock(at(where), "work", 60_000)).toHaveProperty("release");
  expect(tryLock(at(where), "work", 60_000)).toEqual({ type: "held", pid: process.pid, host: hostname() });
});
