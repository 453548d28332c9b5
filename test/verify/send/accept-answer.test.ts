import { describe, expect, it } from "vitest";
import type { Unit } from "../../../src/units/unit.ts";
import { acceptAnswer } from "../../../src/verify/send/accept-answer.ts";

type Given = Parameters<typeof acceptAnswer>;

const WEAK = "weak" as Unit["weakKey"];

function unitOf(fingerprint: string | null): Unit {
  const pathSet = { id: "set", set: { kind: "predicted", parts: [], accesses: [] } };
  const unit = { check: "a", target: "x.txt", weakKey: WEAK, fingerprint, pathSet };
  return { ...unit, predicted: unit } as unknown as Unit;
}

/** What a worker says of the one unit, and what is known of it here. */
function accept(answered: object, fingerprint: string | null = "same"): ReturnType<typeof acceptAnswer> {
  const own = { target: "x.txt", weakKey: WEAK, fingerprint: "same", set: null, ...answered };
  const answer = { worker: "w", code: 0, stdout: "", stderr: "", duration: 1, sets: [], units: [own] };
  const assessment = { config: { checks: [] }, evaluate: () => null };
  const options = { assessment, units: [unitOf(fingerprint)], root: "/r", startedAt: 0, redact: String };
  return acceptAnswer(answer as unknown as Given[0], options as unknown as Given[1]);
}

describe("the answer of a worker", () => {
  it("is believed with the fingerprints that its units have here", async () => {
    expect(await accept({})).toMatchObject({ ending: { type: "exited", code: 0 } });
  });

  it.each<[string, object, string | null]>([
    ["another fingerprint", { fingerprint: "other" }, "same"],
    ["a fingerprint of what is not known here", { fingerprint: null }, null],
    ["another weak key", { weakKey: "other" }, "same"],
    ["another target", { target: "y.txt" }, "same"],
  ])("is not believed with %s", async (_, answered, here) => {
    expect(await accept(answered, here)).toEqual({ differs: expect.any(String) as string });
  });
});
