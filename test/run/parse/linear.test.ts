import { describe, expect, it } from "vitest";
import { captured, read } from "./reading.ts";

/** Shapes that are hard on careless patterns: long runs that almost match, blocks that never end. */
const HARD: Readonly<Record<string, string>> = {
  spaces: `${" ".repeat(400)}x\n`,
  "blank lines": "\n\n\n\n\n\n\n\n",
  "file names without end": `${"a:1:".repeat(100)}\n`,
  digits: `src/lint.js:${"1".repeat(300)}\n`,
  parentheses: `${"(1,".repeat(100)} TS1\n`,
  "open braces": "{\n",
  "open blocks": "TAP version 13\nnot ok 1 - a\n  ---\n  error: x\n",
  "open tests": "FAIL jest/sum.test.cjs\n  ● a\n FAIL  test/sum.test.js > a\n",
  "open sections": "=== FAILURES ===\n___ a ___\nE   x\n",
  "open tracebacks": 'Traceback (most recent call last):\n  File "python/trouble.py", line 1\n',
  "open commands": `::error file=${"a,".repeat(100)}\n`,
  "open tags": "<testsuite><testcase>\n",
  "two spaces": `  1:1  error  ${"a  ".repeat(100)}b c\n`,
  places: "✖ failing tests:\ntest at a:1:1\n",
};

/** Milliseconds of computing, not of waiting for a busy machine: the best of three. */
async function time(stdout: string): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    await read("auto", { stdout, exitCode: 1 });
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const SIZE = 200_000;

/** How many times longer four times as much takes; as little as one good measurement of three shows. */
async function growth(make: (size: number) => string): Promise<number> {
  await time(make(SIZE));
  let best = Infinity;
  // A busy machine can spoil a measurement, so one good one is enough.
  for (let attempt = 0; attempt < 3 && best >= LIMIT; attempt++) {
    const [once, fourTimes] = [await time(make(SIZE)), await time(make(4 * SIZE))];
    // What takes no time at all is linear enough.
    best = Math.min(best, fourTimes < 100 ? 1 : fourTimes / once);
  }
  return best;
}

/** Four times as much may take four times as long, and then some; with quadratic work it would be sixteen. */
const LIMIT = 9;

const repeated =
  (unit: string) =>
  (size: number): string =>
    unit.repeat(Math.ceil(size / unit.length));

describe("the work of recognising", () => {
  it.each(Object.keys(HARD))("grows with the output and no faster: %s", async (name) => {
    expect(await growth(repeated(HARD[name] as string))).toBeLessThan(LIMIT);
  });
});

describe("the work of reading", () => {
  const texts = "tsc-plain eslint-stylish node-tap pytest vitest-text jest-text gcc knip-github".split(" ");
  it.each(texts)("grows with the output and no faster: %s", async (name) => {
    const { stdout, stderr } = captured(name);
    expect(await growth(repeated(`${stdout}${stderr}\n`))).toBeLessThan(LIMIT);
  });

  type Report = Readonly<Record<string, readonly unknown[]>>;
  const documents: readonly (readonly [string, (report: Report) => readonly unknown[], string, string])[] = [
    ["eslint-json", (report) => report as unknown as readonly unknown[], "[", "]"],
    ["oxlint-json", (report) => report["diagnostics"] ?? [], '{"number_of_files":1,"diagnostics":[', "]}"],
    ["vitest-json", (report) => report["testResults"] ?? [], '{"numTotalTests":1,"testResults":[', "]}"],
    ["playwright-json", (report) => report["suites"] ?? [], '{"config":{"rootDir":"/repo"},"suites":[', "]}"],
    [
      "biome-sarif",
      (report) => (report["runs"] as readonly Report[])[0]?.["results"] ?? [],
      '{"version":"2.1.0","runs":[{"results":[',
      "]}]}",
    ],
  ];
  it.each(documents)("grows with the output and no faster: %s", async (name, items, open, close) => {
    const unit = JSON.stringify(items(JSON.parse(captured(name).stdout) as Report)).slice(1, -1);
    const make = (size: number): string =>
      open + Array.from({ length: Math.ceil(size / unit.length) }, () => unit).join(",") + close;
    expect((await read("auto", { stdout: make(SIZE) }))?.problems.length).toBeGreaterThan(10);
    expect(await growth(make)).toBeLessThan(LIMIT);
  });

  it("grows with the output and no faster: pytest-junit", async () => {
    const unit = captured("pytest-junit").stdout.replace(/^<\?xml[^>]*\?>/, "");
    const make = (size: number): string => `<testsuites>${repeated(unit)(size)}</testsuites>`;
    expect(await growth(make)).toBeLessThan(LIMIT);
  });
});
