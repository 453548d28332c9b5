import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { detach } from "../../src/graph/detach.ts";

test("a value means the same when it has let go of the texts that it was cut out of", () => {
  const value = () => ({
    list: ["short", "a text that is long enough", { deep: "another text that is long" }],
    none: null,
    count: 3,
    nothing: undefined,
    isTrue: true,
  });
  expect(detach(value())).toEqual(value());
});

test("the text goes when a part of it stays", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heldBy = (keep: (part: { text: string }) => unknown): number => {
    collect();
    const before = process.memoryUsage().heapUsed;
    const kept = Array.from({ length: 200 }, (_, at) => {
      const text = Buffer.alloc(100_000, 97 + (at % 26)).toString("latin1");
      return keep({ text: text.slice(10, 60) });
    });
    collect();
    const held = process.memoryUsage().heapUsed - before;
    return kept.length > 0 ? held : 0;
  };
  expect(heldBy((part) => part)).toBeGreaterThan(15_000_000);
  expect(heldBy((part) => detach(part))).toBeLessThan(5_000_000);
});
