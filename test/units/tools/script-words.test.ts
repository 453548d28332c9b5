import { expect, it } from "vitest";
import { splitWords, stepsOf } from "../../../src/units/tools/script-words.ts";

function commandsOf(script: string): readonly (readonly string[])[] {
  return stepsOf(script).flatMap((step) =>
    step.type === "command" && step.words.length > 0 ? [step.words] : [],
  );
}

it.each([
  ["eslint . && tsc --noEmit", ["eslint .", "tsc --noEmit"]],
  ["A=1 B='x y' cross-env C=2 vitest run", ["cross-env C=2 vitest run"]],
  ["a | b; c || d &", ["a", "b", "c", "d"]],
  ["(cd pkg && npm run build)", ["cd pkg", "npm run build"]],
  ["check 'two words' > out.txt 2>&1 < in.txt", ["check two words < in.txt"]],
  ["check <in.txt >out.txt 2>>log &>all", ["check < in.txt"]],
  ["env", ["env"]],
  ["if test -f x; then node a.mjs; fi", ["test -f x", "node a.mjs"]],
  ["a # don't read this; b\nc", ["a", "c"]],
  ["a it's && b", ["a it's", "b"]],
  ["a \\\n  b\nc", ["a b", "c"]],
  [
    'x="$(node a.mjs)" && b "$(dirname "$0")/lib.sh"',
    ["node a.mjs", "dirname $0", 'b $(dirname "$0")/lib.sh'],
  ],
  ["x=`node a.mjs` b $(c d)", ["node a.mjs", "c d", "b $(c d)"]],
  ["cat <<EOF\ndon't\nEOF\nnode a.mjs", ["cat", "don't", "node a.mjs"]],
  ["diff <(a) <(b)", ["a", "b", "diff <(a) <(b)"]],
  ["f() { node a.mjs; }", ["f", "node a.mjs"]],
])("the programs that %j starts are found", (script, commands) =>
  expect(commandsOf(script).map((words) => words.join(" "))).toEqual(commands),
);

it("assignments before a command are kept beside it", () => {
  expect(stepsOf("NODE_OPTIONS='--import ./a.mjs' node b.mjs")).toEqual([
    { type: "command", words: ["node", "b.mjs"], assignments: ["NODE_OPTIONS=--import ./a.mjs"] },
  ]);
});

it("the beginning and the end of a subshell are found", () => {
  expect(stepsOf("(cd a && b); c").map((step) => step.type)).toEqual([
    "open",
    "command",
    "command",
    "close",
    "command",
  ]);
});

it("the value of a variable is split into words", () => {
  expect(splitWords("--require './a b.cjs' --import=./c.mjs")).toEqual([
    "--require",
    "./a b.cjs",
    "--import=./c.mjs",
  ]);
});
