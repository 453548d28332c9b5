import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { wrapSource } from "../../src/cli/shortcut/load-command-line.ts";
import { keepCompiled, readCompiled } from "../../src/store/kept/compiled-code.ts";
import { createKey } from "../../src/store/key.ts";
import { type Ended, Rig, shell } from "../rig/rig.ts";

const FOR_RUNS = join(import.meta.dirname, "../../dist/run.cjs");

function rigWithCheck(command = "true"): Rig {
  const rig = new Rig();
  rig.checks(shell("one", command));
  rig.commitAll();
  return rig;
}

let edits = 0;

async function runAfterEdit(rig: Rig, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  rig.write("file.txt", String((edits += 1)));
  return rig.start([], { env }).ended;
}

function keptBy(rig: Rig): readonly string[] {
  const directory = join(rig.home, ".local/state/incremental-verification");
  if (!existsSync(directory)) return [];
  return readdirSync(directory).flatMap((name) => (name.startsWith("code-") ? [join(directory, name)] : []));
}

describe.runIf(process.platform === "linux" && process.features.require_module)("compiled code", () => {
  it("is kept by a run that finds a key, and the runs after it come to the same results", async () => {
    const rig = rigWithCheck();
    expect((await runAfterEdit(rig)).status).toBe(0);
    expect(keptBy(rig)).toEqual([]);
    const told = [];
    const written = [];
    for (let run = 0; run < 5; run += 1) {
      const { status, stdout } = await runAfterEdit(rig);
      told.push([status, stdout.replace(/in .*/, "")]);
      written.push(readFileSync(keptBy(rig)[0] ?? "").readUInt8(32));
    }
    expect(new Set(told.map(String)).size).toBe(1);
    // Each of the first runs adds what it has used.
    expect(written).toEqual([1, 2, 3, 3, 3]);
  });

  it("is valid for the next run also if it was kept by a long one, which saves memory", async () => {
    const rig = rigWithCheck("sleep 1.5");
    await runAfterEdit(rig);
    await runAfterEdit(rig);
    await runAfterEdit(rig);
    expect(readFileSync(keptBy(rig)[0] ?? "").readUInt8(32)).toBe(2);
  });

  it("compiled code that somebody else has put there is not run", async () => {
    const rig = rigWithCheck();
    await runAfterEdit(rig);
    await runAfterEdit(rig);
    const [file = ""] = keptBy(rig);
    const source = readFileSync(FOR_RUNS);
    // As long as what it stands for: that alone is what the engine compares.
    const evil = new Script("(function () { process.exit(42) })".padEnd(wrapSource(source).length));
    const place = {
      file: FOR_RUNS,
      source,
      directory: dirname(file),
      key: createKey(Buffer.alloc(32, 7)),
    };
    keepCompiled(place, { code: evil.createCachedData(), round: 1 });
    expect(keptBy(rig)).toEqual([file]);
    expect(readCompiled(place)).not.toBeNull();
    expect((await runAfterEdit(rig)).status).toBe(0);
    expect(readCompiled(place)).toBeNull();
  });

  it("compiled code that is damaged is made again", async () => {
    const rig = rigWithCheck();
    await runAfterEdit(rig);
    await runAfterEdit(rig);
    const [file = ""] = keptBy(rig);
    const good = readFileSync(file);
    writeFileSync(file, Buffer.alloc(good.length, 1), { mode: 0o600 });
    expect((await runAfterEdit(rig)).status).toBe(0);
    expect(readFileSync(file).readUInt8(32)).toBe(1);
  });

  it("is not kept in CI, nor by what runs nothing", async () => {
    const rig = rigWithCheck();
    await runAfterEdit(rig);
    await runAfterEdit(rig, { CI: "true" });
    await rig.start(["status"]).ended;
    await rig.start(["--version"]).ended;
    expect(keptBy(rig)).toEqual([]);
  });

  it("is done without where Node does not let modules be required", async () => {
    const rig = rigWithCheck();
    const env = { NODE_OPTIONS: "--no-experimental-require-module" };
    await runAfterEdit(rig, env);
    expect(await runAfterEdit(rig, env)).toMatchObject({
      status: 0,
      stderr: expect.not.stringMatching("error"),
    });
    expect(keptBy(rig)).toEqual([]);
  });

  it("is made of a file in which each character is one byte, and which loads no parser before it is used", () => {
    const source = readFileSync(FOR_RUNS);
    expect(source.every((byte) => byte < 0x80)).toBe(true);
    // What comes with a binary waits until it is used.
    expect(source.toString()).not.toMatch(/[=,;]require\(`oxc-/);
  });
});
