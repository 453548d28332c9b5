import { describe, expect, it } from "vitest";
import { PARSER_NAMES } from "../../../src/vocabulary/parser.ts";
import { captured, read } from "./reading.ts";

/** Shapes that are hard on careless patterns: long runs that almost match, blocks that never end. */
const HARD: Readonly<Record<string, string>> = {
  spaces: `${" ".repeat(400)}x\n`,
  "blank lines": "\n\n\n\n\n\n\n\n",
  "file names without end": `${"a:1:".repeat(100)}\n`,
  digits: `src/lint.js:${"1".repeat(300)}\n`,
  parentheses: `${"(1,".repeat(100)} TS1\n`,
  "open braces": "{\n",
  "open blocks": "not ok 1 - a\n  ---\n  error: x\n",
  "open tests": " FAIL  test/sum.test.js > a\n",
  "open sections": "=== FAILURES ===\n___ a ___\nE   x\n",
  "open tracebacks": 'Traceback (most recent call last):\n  File "python/trouble.py", line 1\n',
  "open commands": `::error file=${"a,".repeat(100)}\n`,
  "open tags": "<testsuite><testcase>\n",
  "two spaces": `  1:1  error  ${"a  ".repeat(100)}b c\n`,
  places: "test at a:1:1\n",
};

async function time(name: (typeof PARSER_NAMES)[number] | "auto", stdout: string): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    await read(name, { stdout, exitCode: 1 });
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Four times as much may take four times as long, and then some; with quadratic work it would be sixteen. */
async function expectLinear(name: (typeof PARSER_NAMES)[number] | "auto", unit: string): Promise<void> {
  const of = (size: number): string => unit.repeat(Math.ceil(size / unit.length));
  const size = 200_000;
  await time(name, of(size));
  const ratios: number[] = [];
  // A busy machine can spoil a measurement, so one good one of three is enough.
  for (let attempt = 0; attempt < 3; attempt++) {
    const [once, fourTimes] = [await time(name, of(size)), await time(name, of(4 * size))];
    // What takes no time at all is linear enough.
    ratios.push(fourTimes < 30 ? 1 : fourTimes / once);
    if ((ratios.at(-1) as number) < 9) return;
  }
  expect(Math.min(...ratios)).toBeLessThan(9);
}

describe("the work of recognising", () => {
  it.each(Object.keys(HARD))("grows with the output and no faster: %s", async (name) => {
    await expectLinear("auto", HARD[name] as string);
  });
});

describe("the work of reading", () => {
  const real = [
    "tsc-plain",
    "eslint-stylish",
    "node-tap",
    "pytest",
    "vitest-text",
    "jest-text",
    "gcc",
    "knip-github",
  ];
  it.each(real)("grows with the output and no faster: %s", async (name) => {
    const { stdout, stderr } = captured(name);
    await expectLinear("auto", `${stdout}${stderr}\n`);
  });
});
