import { expect, test } from "vitest";
import { graphOf } from "./repository.ts";

test("the process can attend to something else while many files are read", async () => {
  // What reads them is loaded.
  await graphOf({ files: { "a.ts": "export {}" } });
  const names = Array.from({ length: 400 }, (_, index) => `f${index}.ts`);
  const files = Object.fromEntries(names.map((name) => [name, `export const a = "${name}"`]));
  let read = 0;
  let readBefore = 0;
  const onRead = (): void => {
    read += 1;
    if (read === 1) setImmediate(() => (readBefore = read));
  };
  await graphOf({ files, onRead });
  expect(read).toBe(400);
  expect(readBefore).toBeLessThan(200);
  expect(readBefore).toBeGreaterThan(0);
});
