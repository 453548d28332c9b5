import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLastRun, writeLastRun } from "../../../src/store/kept/last-run.ts";
import { lastRunOf, makeDir } from "../support.ts";

const RECORD = { head: "abc", units: 12, names: ["é", "\n", "\u2028"] };

function makeCache(): string {
  const dir = makeDir();
  mkdirSync(dir);
  return dir;
}

describe("the record of the last run", () => {
  it("is read as it was written, by the same engine only", () => {
    const dir = makeCache();
    expect(writeLastRun(lastRunOf(dir, "1.0.0"), { old: true })).not.toBeNull();
    expect(writeLastRun(lastRunOf(dir, "1.0.0"), RECORD)).not.toBeNull();
    expect(readLastRun(lastRunOf(dir, "1.0.0"))).toEqual(RECORD);
    expect(readLastRun(lastRunOf(dir, "1.0.1"))).toBeUndefined();
    expect(readdirSync(dir)).toEqual(["last-run.sealed"]);
  });

  it("is not there where there is none or where it cannot be written", () => {
    const dir = makeDir();
    expect(readLastRun(lastRunOf(dir, "1.0.0"))).toBeUndefined();
    expect(writeLastRun(lastRunOf(dir, "1.0.0"), RECORD)).toBeNull();
  });

  it("is not believed with any byte changed, or cut, or longer", () => {
    const dir = makeCache();
    writeLastRun(lastRunOf(dir, "1.0.0"), RECORD);
    const file = join(dir, "last-run.sealed");
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ (1 << (at % 8));
      for (const bytes of [damaged, whole.subarray(0, at), Buffer.concat([whole, whole.subarray(at)])]) {
        writeFileSync(file, bytes);
        expect(readLastRun(lastRunOf(dir, "1.0.0"))).toBeUndefined();
      }
    }
    writeFileSync(file, whole);
    expect(readLastRun(lastRunOf(dir, "1.0.0"))).toEqual(RECORD);
  });
});
