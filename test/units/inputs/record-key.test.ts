import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createPredictedSets,
  splitComponents,
  strongFingerprint,
  weakKey,
} from "../../../src/units/inputs/record-key.ts";

const name = fc.constantFrom(
  "engine",
  "definition",
  "tool",
  "env:CI",
  "env:TZ",
  "target",
  "path",
  "inputs",
  "content",
  "configuration",
  "packages",
  "product:build",
  "dotenv",
);
const components = fc.dictionary(name, fc.string({ maxLength: 3 }), { maxKeys: 8 });

describe("the two steps in which a verdict is looked up", () => {
  const setOf = createPredictedSets();
  const fingerprintOf = (given: Readonly<Record<string, string>>): string => {
    const { weak, parts } = splitComponents(given);
    const set = setOf(parts.map(([each]) => each));
    return strongFingerprint(
      weakKey("check", weak),
      set,
      parts.map(([, value]) => value),
    );
  };

  it("give the same fingerprint exactly for the same components", () => {
    fc.assert(
      fc.property(components, components, (one, other) => {
        const sorted = (given: object): string => JSON.stringify(Object.entries(given).sort());
        expect(fingerprintOf(one) === fingerprintOf(other)).toBe(sorted(one) === sorted(other));
      }),
    );
  });

  it("find what differs in what it depends on under one weak key, and never what differs in the target", () => {
    const base = { engine: "1", target: "file a", content: "x", configuration: "y" };
    const key = (given: Readonly<Record<string, string>>): string =>
      weakKey("check", splitComponents(given).weak);
    expect(key({ ...base, content: "z", configuration: "w" })).toBe(key(base));
    expect(key({ ...base, target: "file b" })).not.toBe(key(base));
    expect(fingerprintOf({ ...base, content: "z" })).not.toBe(fingerprintOf(base));
  });

  it("name a set of parts once, in whatever order they come", () => {
    expect(setOf(["b", "a"]).id).toBe(setOf(["a", "b"]).id);
    expect(setOf(["a"]).id).not.toBe(setOf(["a", "b"]).id);
    expect(setOf(["a", "b"]).set).toEqual({ kind: "predicted", parts: ["a", "b"], accesses: [] });
  });
});
