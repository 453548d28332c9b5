import fc from "fast-check";
import { expect, it } from "vitest";
import { decodePath, encodePath, isArgument } from "../../src/paths/encode-path.ts";
import { isWithin } from "../../src/paths/is-within.ts";

it("an encoded file name gives back its bytes, whatever they are", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const name = Buffer.from(bytes);
      const encoded = encodePath(decodePath(name));
      expect(Buffer.from(encoded as string).equals(name)).toBe(true);
    }),
  );
});

it("names that are text are encoded as they are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(decodePath(Buffer.from(text))).toBe(text);
      expect(encodePath(text)).toBe(text);
    }),
  );
});

it("different names stay different, and it is known which can be arguments", () => {
  const latin1 = decodePath(Buffer.from([0xe4]));
  expect(latin1).not.toBe(decodePath(Buffer.from([0xe5])));
  expect(isArgument(latin1)).toBe(false);
  expect(isArgument("ä")).toBe(true);
  expect(isArgument("\uFFFD")).toBe(true);
});

it("a path that leads out of a directory is told from one that only looks like it", () => {
  for (const path of ["/r", "/r/a", "/r/..a", "/r/..a/b", "/r/.../a", "/r/a/../b"])
    expect([path, isWithin("/r", path)]).toEqual([path, true]);
  for (const path of ["/", "/a", "/ra", "/..a", "/r/..", "/r/../a"])
    expect([path, isWithin("/r", path)]).toEqual([path, false]);
});
