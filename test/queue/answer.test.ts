import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { packAnswer, unpackAnswer, type WorkerAnswer } from "../../src/queue/answer.ts";
import { MOST } from "../../src/queue/job.ts";
import { pathSet } from "../../src/store/database/shapes.ts";

const RAN = {
  version: 1,
  type: "ran",
  worker: "one",
  tree: "0".repeat(40),
  code: 0,
  stdout: "",
  stderr: "",
  duration: 1,
  units: [{ target: "a", weakKey: "w", set: 0, fingerprint: "f" }],
  sets: [{ kind: "observed", parts: [], accesses: [["content", "", ["a"]]] }],
} as unknown as WorkerAnswer;

const open = (value: unknown): WorkerAnswer | null => unpackAnswer(gzipSync(JSON.stringify(value)), pathSet);

describe("an answer", () => {
  it("is read as it was written", () => {
    expect(unpackAnswer(packAnswer(RAN) ?? Buffer.alloc(0), pathSet)).toEqual(RAN);
  });

  it.each([
    ["of another version", { ...RAN, version: 2 }],
    ["with a name that is no name", { ...RAN, worker: "one\u001B[2J" }],
    ["with an exit status that is none", { ...RAN, code: "0" }],
    ["with a path set that is not in it", { ...RAN, sets: [] }],
    ["with a path set that is none", { ...RAN, sets: [{ kind: "observed" }] }],
    ["without units", { ...RAN, units: undefined }],
    ["that is nothing", null],
  ])("is not believed: one %s", (_, value) => {
    expect(open(value)).toBeNull();
  });

  it("is not inflated beyond its limit", () => {
    const bomb = gzipSync(Buffer.alloc(MOST.inflatedBytes + 1024, " "));
    expect(bomb.length).toBeLessThan(MOST.answerBytes);
    expect(unpackAnswer(bomb, pathSet)).toBeNull();
  });
});
