import { describe, expect, it } from "vitest";
import { lines, read } from "../reading.ts";

const CRASH = `file:///repo/t/y.test.mjs:2
const = 3;
      ^

SyntaxError: Unexpected token '='
    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)

Node.js v20.20.2`;
const files = ["t/y.test.mjs", "t/s.test.mjs"];

const tap = (printed: string): string => `TAP version 13
# Subtest: fine
ok 1 - fine
${printed === "" ? "" : printed.replaceAll(/\n+/g, "\n").replaceAll(/^/gm, "# ")}
# Subtest: /repo/t/y.test.mjs
not ok 2 - /repo/t/y.test.mjs
  ---
  location: '/repo/t/y.test.mjs:1:1'
  exitCode: 1
  error: 'test failed'
  code: 'ERR_TEST_FAILURE'
  ...
1..2
`;
const spec = (printed: string): string => `✔ fine (1.2ms)
${printed}
✖ /repo/t/y.test.mjs (124.2ms)
  'test failed'

ℹ fail 1

✖ failing tests:

test at t/y.test.mjs:1:1
✖ /repo/t/y.test.mjs (124.2ms)
  'test failed'
`;

describe.each([
  ["TAP", tap],
  ["the text for people", spec],
])("a test file that cannot be loaded, in %s", (_, printed) => {
  it("is told with the error and its place", async () => {
    const parsed = await read("auto", { stdout: printed(CRASH), exitCode: 1, files });
    expect(lines(parsed)).toEqual([
      "t/y.test.mjs:2:7 error - /repo/t/y.test.mjs: SyntaxError: Unexpected token '='",
    ]);
    expect(parsed?.problems[0]).toMatchObject({ owner: "t/y.test.mjs", isBare: false });
  });

  it("is told with an error that the runner caught by itself", async () => {
    const parsed = await read("auto", { stdout: printed('Error: It created "Error: late".'), files });
    expect(parsed?.problems[0]?.message).toBe('/repo/t/y.test.mjs: Error: It created "Error: late".');
  });

  it("is known to be unexplained where nothing says why", async () => {
    const parsed = await read("auto", { stdout: printed("Server: listening"), exitCode: 1, files });
    expect(parsed?.problems).toMatchObject([{ file: "t/y.test.mjs", isBare: true }]);
  });
});

const VALUES = `Expected values to be loosely deep-equal:

{
  a: 1
}

should loosely deep-equal

{
  a: 2
}`;

it.each([
  [
    "TAP",
    `TAP version 13\nnot ok 1 - sum\n  ---\n  error: |-\n${VALUES.replaceAll(/^/gm, "    ")}\n  code: 'ERR_ASSERTION'\n  stack: |-\n    TestContext.<anonymous> (file:///repo/t/s.test.mjs:2:30)\n  ...\n1..1\n`,
  ],
  [
    "the text for people",
    `✖ failing tests:\n\ntest at t/s.test.mjs:2:1\n✖ sum (4.8ms)\n  AssertionError: ${VALUES.replaceAll("\n", "\n  ")}\n      at TestContext.<anonymous> (file:///repo/t/s.test.mjs:2:30)\n      at Test.run (node:internal/test:796:25) {\n    code: 'ERR_ASSERTION'\n  }\n`,
  ],
])("a message that announces values is told with them, in %s", async (_, stdout) => {
  const parsed = await read("auto", { stdout, exitCode: 1, files });
  expect(parsed?.problems).toHaveLength(1);
  expect(parsed?.problems[0]).toMatchObject({ file: "t/s.test.mjs", line: 2, column: 30 });
  expect(parsed?.problems[0]?.message).toMatch(
    /^sum: (AssertionError: )?Expected values to be loosely deep-equal: \{ a: 1 \} should loosely deep-equal \{ a: 2 \}$/,
  );
});
