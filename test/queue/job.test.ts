import { describe, expect, it } from "vitest";
import { MOST, readJob } from "../../src/queue/job.ts";

const CHOICE = { config: null, profiles: [], skills: [], triggers: [] };
const JOB = {
  version: 1,
  run: "20261118-000000-aaaaaa",
  tree: "0".repeat(40),
  choice: CHOICE,
  check: "lint",
  targets: ["a.ts"],
  keys: "0".repeat(64),
  timeout: 0,
};

const choosing = (choice: object): unknown => readJob({ ...JOB, choice: { ...CHOICE, ...choice } });

describe("a job", () => {
  it("names a tree, what of its configuration counts, a check and targets; nothing else of it is kept", () => {
    expect(readJob({ ...JOB, command: "rm", env: { A: "b" } })).toEqual(JOB);
    const choice = {
      config: "settings/ci.json",
      profiles: ["ci"],
      skills: ["a"],
      triggers: ["b"],
      checks: [{}],
    };
    expect(readJob({ ...JOB, choice })?.choice).toEqual({
      config: "settings/ci.json",
      profiles: ["ci"],
      skills: ["a"],
      triggers: ["b"],
    });
  });

  it.each([
    "/etc/passwd",
    "../other.json",
    "..",
    ".",
    "",
    "a/../../other.json",
    "./a.json",
    "a//b.json",
    { checks: [] },
  ])("is none with %o for the place of its configuration", (config) => {
    expect(choosing({ config })).toBeNull();
  });

  it("is none with profiles that are no names, or too many", () => {
    expect(choosing({ profiles: [{ checks: {} }] })).toBeNull();
    expect(choosing({ profiles: "ci" })).toBeNull();
    expect(choosing({ skills: Array.from({ length: MOST.names + 1 }, () => "a") })).toBeNull();
    expect(readJob({ ...JOB, choice: undefined })).toBeNull();
  });

  it.each([-1, 1.5, "5", undefined])("is none with %o for a time limit", (timeout) => {
    expect(readJob({ ...JOB, timeout })).toBeNull();
  });
});
