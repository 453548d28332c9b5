import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { transformSync } from "oxc-transform";
import { expect, it, onTestFinished } from "vitest";
import { tryLock, type Lock } from "../../src/system/lock.ts";

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "verification-lock-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The lock and what it imports, as plain JavaScript beside a program that uses it. */
function compile(script: string): string {
  const to = directory();
  const files = [
    "system/lock",
    "system/list-directory",
    "system/state-file",
    "system/file-stat",
    "vocabulary/path",
  ];
  for (const file of files) {
    const source = readFileSync(join(import.meta.dirname, `../../src/${file}.ts`), "utf8");
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

it("is held by one until it is released", () => {
  const where = directory();
  const first = tryLock(where, "work") as Lock;
  expect(tryLock(where, "work")).toEqual({ type: "held", pid: process.pid, host: hostname() });
  expect(tryLock(where, "other")).toHaveProperty("release");
  first.release();
  expect(tryLock(where, "work")).toHaveProperty("release");
  expect(readdirSync(where).filter((name) => name.startsWith("work"))).toHaveLength(1);
});

it("follows a holder that has died, also one whose number another process has now", () => {
  const where = directory();
  const { pid } = spawnSync("true");
  writeFileSync(join(where, "work.lock.7"), JSON.stringify({ pid, host: hostname(), born: "1" }));
  (tryLock(where, "work") as Lock).release();
  expect(readdirSync(where)).toEqual(["work.lock.8"]);
  if (process.platform === "linux") {
    writeFileSync(
      join(where, "work.lock.8"),
      JSON.stringify({ pid: process.pid, host: hostname(), born: "1" }),
    );
  }
  expect(tryLock(where, "work")).toHaveProperty("release");
});

it("does not follow a holder on another machine", () => {
  const where = directory();
  writeFileSync(join(where, "work.lock.1"), JSON.stringify({ pid: 1, host: "elsewhere", born: "" }));
  expect(tryLock(where, "work")).toEqual({ type: "held", pid: 1, host: "elsewhere" });
});

it("says why there can be none", () => {
  expect(tryLock("/dev/null/nowhere", "work")).toMatchObject({ type: "impossible" });
});

it("lets only one of many in at a time, though each of them dies with it", async () => {
  const where = directory();
  const log = join(where, "log");
  writeFileSync(log, "");
  writeFileSync(
    join(where, "work.lock.1"),
    JSON.stringify({ pid: spawnSync("true").pid, host: hostname(), born: "1" }),
  );
  const script = `
    import { appendFileSync } from "node:fs";
    import { takeLock } from "./system/lock.js";
    for (let round = 0; round < 3; round++) {
      const lock = await takeLock(${JSON.stringify(where)}, "work");
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
