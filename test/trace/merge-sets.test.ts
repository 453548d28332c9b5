import { expect, it } from "vitest";
import fc from "fast-check";
import { agreeOnShared, mergeSets } from "../../src/trace/merge-sets.ts";
import { buildManifest, type ManifestNode } from "../../src/units/manifest.ts";
import { listAccesses, observedSet, type NamedPathSet } from "../../src/vocabulary/path-set.ts";

const set = (...places: readonly string[]): NamedPathSet =>
  observedSet(
    [],
    places.map((place) => [place, "content"]),
  );
const placesOf = ({ set: { accesses } }: NamedPathSet): readonly string[] =>
  [...listAccesses({ kind: "observed", parts: [], accesses })].map(([place]) => place).sort();

it("what was read twice with the same contents is narrowed to what both times have in common", () => {
  const before = set("a", "shared", "of another");
  const { set: merged, stay } = mergeSets(set("a", "shared"), { known: [before], agrees: () => true });
  expect(placesOf(merged)).toEqual(["a", "shared"]);
  expect(stay).toEqual(new Set([merged.id]));
});

it("sets that met other contents stay beside each other", () => {
  const before = set("a", "b");
  const fresh = set("a", "c");
  const { set: merged, stay } = mergeSets(fresh, { known: [before], agrees: () => false });
  expect(merged.id).toBe(fresh.id);
  expect(stay).toEqual(new Set([fresh.id, before.id]));
});

it("beyond four, whatever any of them has counts", () => {
  const known = ["b", "c", "d", "e"].map((name) => set("a", name));
  const { set: merged, stay } = mergeSets(set("a", "f"), { known, agrees: () => false });
  expect(placesOf(merged)).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(stay).toEqual(new Set([merged.id]));
});

it("a predicted set is never one of those that stay", () => {
  const predicted = { id: set("x").id, set: { ...set("x").set, kind: "predicted" as const } };
  const { stay } = mergeSets(set("a"), { known: [predicted], agrees: () => true });
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

it("two manifests agree exactly where no path that both have has two values", () => {
  const entries = fc.dictionary(fc.constantFrom("a", "d/b", "d/c", "d/e/f", "g"), fc.constantFrom("1", "2"));
  fc.assert(
    fc.property(entries, entries, (one, other) => {
      const nodes = new Map<string, ManifestNode>();
      const build = (values: Record<string, string>): string =>
        buildManifest(Object.entries(values), (hash, node) => nodes.set(hash, node));
      const agree = agreeOnShared(build(one), build(other), (hash) => nodes.get(hash));
      const differs = Object.keys(one).some(
        (path) => Object.hasOwn(other, path) && one[path] !== other[path],
      );
      expect(agree).toBe(!differs);
    }),
  );
});
