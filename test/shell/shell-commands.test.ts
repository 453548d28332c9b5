import { describe, expect, it } from "vitest";
import { splitCommands, splitWords } from "../../src/shell/shell-commands.ts";

const writtenIn = (script: string): readonly string[] =>
  splitCommands(script).commands.flatMap(({ written }) => (written.length > 0 ? [written.join(" ")] : []));

describe("a shell script", () => {
  it.each([
    ["eslint . && tsc --noEmit", ["eslint .", "tsc --noEmit"]],
    ["A=1 B='x y' cross-env C=2 vitest run", ["cross-env C=2 vitest run"]],
    ["a | b; c || d &", ["a", "b", "c", "d"]],
    ["(cd pkg && npm run build)", ["cd pkg", "npm run build"]],
    ["check 'two words' > out.txt 2>&1 < in.txt", ["check two words < in.txt"]],
    ["check <in.txt >out.txt 2>>log &>all", ["check < in.txt"]],
    ["env", ["env"]],
    ["if test -f x; then node a.mjs; fi", ["if test -f x", "then node a.mjs", "fi"]],
    ["a # don't read this; b\nc", ["a", "c"]],
    ["a \\\n  b\nc", ["a b", "c"]],
    [
      'x="$(node a.mjs)" && b "$(dirname "$0")/lib.sh"',
      ["node a.mjs", "dirname $0", 'b $(dirname "$0")/lib.sh'],
    ],
    ["x=`node a.mjs` b $(c d)", ["node a.mjs", "c d", "b $(c d)"]],
    ["cat <<EOF\ndon't\nEOF\nnode a.mjs", ["cat", "node a.mjs"]],
    [
      "DIR=tools\nnode $DIR/a.mjs $OTHER/b.mjs ${THIRD}/c.mjs",
      ["node tools/a.mjs $OTHER/b.mjs ${THIRD}/c.mjs"],
    ],
    ["case $x in *.ts) tsc ;; esac; eslint", ["tsc", "eslint"]],
  ])("is split into the commands that it starts: %j", (script, commands) => {
    expect(writtenIn(script)).toEqual(commands);
    expect(splitCommands(script).isComplete).toBe(true);
  });

  it("keeps assignments beside the command that they are for", () => {
    const [command] = splitCommands("NODE_OPTIONS='--import ./a.mjs' PATH+=:$HOME node b.mjs").commands;
    expect(command).toMatchObject({
      written: ["node", "b.mjs"],
      assignments: ["NODE_OPTIONS=--import ./a.mjs", "PATH+=:$HOME"],
    });
  });

  it("has words that only running it can tell", () => {
    expect(splitCommands('node "$DIR/a.mjs" b.mjs').commands[0]?.words).toEqual(["node", null, "b.mjs"]);
  });

  it.each(["a it's && b", 'a "b', "a $(b"])("is not complete if a quote or a bracket is open: %s", (script) =>
    expect(splitCommands(script).isComplete).toBe(false),
  );
});

it("the value of a variable is split into words", () => {
  expect(splitWords("--require './a b.cjs' --import=./c.mjs")).toEqual([
    "--require",
    "./a b.cjs",
    "--import=./c.mjs",
  ]);
});
