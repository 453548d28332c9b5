import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { replaceFile } from "../../src/system/state-file.ts";

it("replacing a file removes what killed writers left, and nothing else", () => {
  const dir = mkdtempSync(join(tmpdir(), "verification-state-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const old = new Date("2020-01-01T00:00:00Z");
  const names = [
    "state.json.0123456789ab.tmp",
    "state.json.tmp",
    "other.json.0123456789ab.tmp",
    "state.json.mine",
  ];
  for (const name of names) {
    writeFileSync(join(dir, name), "half");
    utimesSync(join(dir, name), old, old);
  }
  // Another process may be about to give this one its name.
  writeFileSync(join(dir, "state.json.ba9876543210.tmp"), "half");
  expect(replaceFile(join(dir, "state.json"), "whole")).toBe("written");
  expect(readFileSync(join(dir, "state.json"), "utf8")).toBe("whole");
  expect(readdirSync(dir).sort()).toEqual(
    ["state.json", "state.json.ba9876543210.tmp", ...names.slice(1)].sort(),
  );
});
