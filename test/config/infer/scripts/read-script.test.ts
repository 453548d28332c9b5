import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readScript } from "../../../../src/config/infer/scripts/read-script.ts";

const read = (text: string): unknown =>
  readScript(text)?.map(({ env, words }) => [
    ...Object.entries(env).map((pair) => pair.join("=")),
    ...words.map((word) => word.text),
  ]) ?? null;

describe("a script", () => {
  it.each([
    [
      "eslint . && prettier -c src",
      [
        ["eslint", "."],
        ["prettier", "-c", "src"],
      ],
    ],
    ["tsc; vitest run", [["tsc"], ["vitest", "run"]]],
    ["tsc;", [["tsc"]]],
    [`prettier --check "src/**/*.ts" '.'`, [["prettier", "--check", "src/**/*.ts", "."]]],
    [String.raw`eslint \"src/**/*.ts\" a\ b`, [["eslint", '"src/**/*.ts"', "a b"]]],
    ["NODE_ENV=test A='b c' mocha", [["NODE_ENV=test", "A=b c", "mocha"]]],
    [`echo "a && b" && tsc`, [["echo", "a && b"], ["tsc"]]],
    ["vitest -t a=b", [["vitest", "-t", "a=b"]]],
    ["eslint . --rule '$x'", [["eslint", ".", "--rule", "$x"]]],
  ])("%s is read as its commands", (text, commands) => expect(read(text)).toEqual(commands));

  it.each([
    "eslint . | cat",
    "eslint . || true",
    "eslint . > out",
    "vitest run &",
    "echo $HOME",
    'echo "$HOME"',
    "echo `ls`",
    "(cd a && tsc)",
    "eslint 'a",
    "",
    "   ",
    "tsc &&",
    "&& tsc",
    "export A=b && tsc",
    "if true; then tsc; fi",
    "A=b",
    "tsc && && b",
    "tsc \\\n -p .",
  ])("%s is left to a shell", (text) => expect(read(text)).toBeNull());

  it("tells patterns that a shell would put names in the place of from those that the tool gets", () => {
    const [command] = readScript(`mocha test/**/*.js "test/**/*.js"`) ?? [];
    expect(command?.words.map(({ isPattern }) => isPattern)).toEqual([false, true, false]);
  });

  it("survives any text, and keeps words that are quoted", () => {
    fc.assert(fc.property(fc.string(), (text) => void readScript(text)));
    const word = fc.string({ minLength: 1 }).filter((each) => !each.includes("'"));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        expect(read(`tool ${words.map((each) => `'${each}'`).join(" ")}`)).toEqual([["tool", ...words]]);
      }),
    );
  });
});
