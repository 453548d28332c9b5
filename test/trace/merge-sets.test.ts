import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listAccesses, observedSet } from "../../src/paths/path-sets.ts";
import { mergeSets, wasOfOthers } from "../../src/trace/merge-sets.ts";
import type { NamedPathSet } from "../../src/vocabulary/tree/path-set.ts";

const set = (...places: readonly string[]): NamedPathSet =>
  observedSet(
    [],
    places.map((place) => [place, "content"]),
  );
const placesOf = ({ set: { accesses } }: NamedPathSet): readonly string[] =>
  [...listAccesses({ kind: "observed", parts: [], accesses })].map(([place]) => place).sort();

it("a set that is wider than a unit needs is narrowed to what both have in common", () => {
  const before = set("a", "shared", "of another");
  const { set: merged, stay } = mergeSets(set("a", "shared"), { known: [before], isWider: () => true });
  expect(placesOf(merged)).toEqual(["a", "shared"]);
  expect(stay).toEqual(new Set([merged.id]));
});

it("other sets stay beside each other", () => {
  const before = set("a", "b");
  const fresh = set("a", "c");
  const { set: merged, stay } = mergeSets(fresh, { known: [before], isWider: () => false });
  expect(merged.id).toBe(fresh.id);
  expect(stay).toEqual(new Set([fresh.id, before.id]));
});

it("beyond four, whatever any of them has counts", () => {
  const known = ["b", "c", "d", "e"].map((name) => set("a", name));
  const { set: merged, stay } = mergeSets(set("a", "f"), { known, isWider: () => false });
  expect(placesOf(merged)).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(stay).toEqual(new Set([merged.id]));
});

it("a predicted set is never one of those that stay", () => {
  const predicted = { id: set("x").id, set: { ...set("x").set, kind: "predicted" as const } };
  const { stay } = mergeSets(set("a"), { known: [predicted], isWider: () => true });
  expect(stay).toEqual(new Set([set("a").id]));
});

it("a set is the same in whichever order things were seen, and gives every place back", () => {
  const place = fc
    .tuple(
      fc.constantFrom("", "~/", "/"),
      fc.array(fc.constantFrom("a", "b", "c.ts"), { minLength: 1, maxLength: 3 }),
    )
    .map(([start, parts]) => `${start}${parts.join("/")}`);
  fc.assert(
    fc.property(fc.uniqueArray(place), (places) => {
      const one = observedSet(
        ["x"],
        places.map((each) => [each, "content"]),
      );
      const other = observedSet(
        ["x"],
        places.toReversed().map((each) => [each, "content"]),
      );
      expect(other).toEqual(one);
      expect(placesOf(one)).toEqual(places.toSorted());
    }),
  );
});

describe("what has changed of an earlier set was read for others", () => {
  const content = { before: "file 1", after: "file 2" };
  it("what has changed of an earlier set was read for others where it is the content of something that is there and was not read again", () => {
    expect(wasOfOthers([{ path: "x", ...content }], set("a"))).toBe(true);
    expect(wasOfOthers([], set("a"))).toBe(true);
  });
  it.each([
    ["it was read again", [{ path: "a", ...content }]],
    ["it is gone", [{ path: "x", before: "file 1", after: "absent" }]],
    ["it is new", [{ path: "x", before: "absent", after: "file" }]],
    ["other names are there", [{ path: "x", before: "names 1", after: "names 2" }]],
    ["a link leads elsewhere", [{ path: "x", before: "link 1", after: "link 2" }]],
    ["it is not known", null],
  ])("what has changed of an earlier set was read for others, but not where %s", (_, changes) => {
    expect(wasOfOthers(changes, set("a"))).toBe(false);
  });
});
