import fc from "fast-check";
import { expect, it } from "vitest";
import { keysThatMayDiffer, layer, withSameKeys } from "../../src/values/layered-map.ts";

const keys = fc.constantFrom<string>("a", "b", "c", "d", "e");
const maps = fc.array(fc.tuple(keys, fc.integer()), { maxLength: 6 }).map((entries) => new Map(entries));
const differences = fc
  .array(fc.tuple(keys, fc.option(fc.integer())), { maxLength: 6 })
  .map((entries) => new Map(entries));

function apply(base: ReadonlyMap<string, number>, changes: ReadonlyMap<string, number | null>) {
  const copy = new Map(base);
  for (const [key, value] of changes) {
    if (value === null) copy.delete(key);
    else copy.set(key, value);
  }
  return copy;
}

it("a layered map reads as a copy with the differences applied, however many layers there are", () => {
  fc.assert(
    fc.property(maps, fc.array(differences, { maxLength: 4 }), (base, layers) => {
      const layered = layers.reduce(layer<string, number>, base);
      const copy = layers.reduce(apply, base);
      expect(new Map(layered)).toEqual(copy);
      expect(layered.size).toBe(copy.size);
      expect([...layered.keys()]).toEqual([...layered].map(([key]) => key));
      expect([...layered.values()]).toEqual([...layered].map(([, value]) => value));
      for (const key of ["a", "b", "c", "d", "e"]) {
        expect(layered.get(key)).toBe(copy.get(key));
        expect(layered.has(key)).toBe(copy.has(key));
      }
      const called: string[] = [];
      layered.forEach((_, key) => called.push(key));
      expect(called).toEqual([...layered.keys()]);
    }),
  );
});

it("every key whose value differs is named, and only keys that one of the layers has", () => {
  const somewhere = maps.filter(({ size }) => size > 0);
  fc.assert(
    fc.property(somewhere, differences, differences, (base, one, other) => {
      const [left, right] = [layer(base, one), layer(base, other)];
      const named = new Set(keysThatMayDiffer(left, right) ?? ["no part in common"]);
      const differing = ["a", "b", "c", "d", "e"].filter((key) => left.get(key) !== right.get(key));
      expect([...named]).toEqual(expect.arrayContaining(differing));
      expect([...one.keys(), ...other.keys()]).toEqual(expect.arrayContaining([...named]));
    }),
  );
});

it("maps with no part in common may differ anywhere", () => {
  expect(keysThatMayDiffer(new Map([["a", 1]]), new Map([["a", 1]]))).toBeNull();
});

it("the keys are sorted if those of the base are", () => {
  fc.assert(
    fc.property(maps, fc.array(differences, { maxLength: 3 }), (base, layers) => {
      const layered = layers.reduce(layer<string, number>, new Map([...base].sort()));
      const names = [...layered.keys()];
      expect(names).toEqual(names.toSorted());
    }),
  );
});

it("maps over one base are known to have its keys only if no key came or went", () => {
  fc.assert(
    fc.property(maps, differences, (base, changes) => {
      const layered = layer(base, changes);
      const keyed = withSameKeys(layered);
      expect([...keyed.keys()]).toEqual([...layered.keys()]);
      const isSame = [...base.keys()].sort().join() === [...layered.keys()].sort().join();
      expect(keyed).toBe(isSame ? base : layered);
    }),
  );
});
