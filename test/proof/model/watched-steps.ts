import * as fc from "fast-check";
import type { Operation } from "./operations.ts";
import { moduleText } from "./watched-checks.ts";

/** What only a command that is watched is known to look at. */
const FIXTURES = ["one", "two", "three", "four", "stop"].map((name) => `fixtures/${name}.txt`);
const TEXTS = [
  ...FIXTURES,
  ...FIXTURES,
  "fixtures/deep/one.txt",
  "extra/deep/one.txt",
  "extra/deep/two.txt",
  "extra/other.txt",
  "shelf/one.txt",
  "shelf/two.txt",
  "shelf/stop.txt",
  "opt.txt",
  "opt/flag.txt",
  "opt/deep/flag.txt",
  "opt/other.txt",
  "tools/words.txt",
  "ignored/local.txt",
  "ignored/flag.txt",
  "ignored/box/x.txt",
  "ignored/box/stop.txt",
];
const CASES = ["cases/a.txt", "cases/b.txt", "cases/c.txt", "cases/d.txt"];

const word = fc
  .tuple(fc.constantFrom("FINE", "FINE", "FINE", "STOP"), fc.nat({ max: 3 }))
  .map(([said, note]) => `${said} ${note}\n`);
const name = fc.constantFrom("one", "two", "three", "four");
const lines = fc.array(name, { maxLength: 2 }).map((all) => all.map((each) => `${each}\n`).join(""));

/** What each module may import, so that none imports itself in a circle. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  "mods/a.js": ["./b.js", "./c.js", "./lib/x.js", "./lib/y.js", "./lib/gone.js"],
  "mods/b.js": ["./c.js", "./lib/x.js", "./lib/y.js"],
  "mods/c.js": ["./lib/x.js", "./lib/y.js"],
  "mods/d.js": ["./lib/x.js"],
  "mods/lib/x.js": ["./y.js"],
  "mods/lib/y.js": [],
};
const module = fc.constantFrom(...Object.keys(MODULES));
const moduleEdit = module.chain((path) =>
  fc
    .record({
      imports: fc.subarray([...(MODULES[path] ?? [])]),
      fixture: fc.option(name, { freq: 2 }),
      word: fc.constantFrom("GOOD", "GOOD", "GOOD", "BUG", "FIX"),
    })
    .map((fields): Operation => ({ do: "edit", path, text: moduleText(fields) })),
);

const text = fc.constantFrom(...TEXTS);
const anything = fc.constantFrom(...TEXTS, ...CASES, ...Object.keys(MODULES), "tools/inner.sh");

export const watchedOperation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.tuple(text, word).map(([path, said]): Operation => ({ do: "edit", path, text: said })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...CASES), lines)
      .map(([path, said]): Operation => ({ do: "edit", path, text: said })),
  },
  { weight: 5, arbitrary: moduleEdit },
  { weight: 6, arbitrary: anything.map((path): Operation => ({ do: "delete", path })) },
  { weight: 3, arbitrary: anything.map((path): Operation => ({ do: "restore", path })) },
  { weight: 2, arbitrary: text.map((path): Operation => ({ do: "same size", path })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("tools/inner.sh", "tools/run.mjs")
      .map((path): Operation => ({ do: "comment", path })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom("fixtures", "shelf", "nowhere")
      .map((to): Operation => ({ do: "retarget", to })),
  },
);
