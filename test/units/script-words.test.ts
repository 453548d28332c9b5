import { expect, it } from "vitest";
import { commandsOf } from "../../src/units/script-words.ts";

it.each([
  [
    "eslint . && tsc --noEmit",
    [
      ["eslint", "."],
      ["tsc", "--noEmit"],
    ],
  ],
  ["A=1 B='x y' cross-env C=2 vitest run", [["vitest", "run"]]],
  ["a | b; c || d &", [["a"], ["b"], ["c"], ["d"]]],
  [
    "(cd pkg && npm run build)",
    [
      ["cd", "pkg"],
      ["npm", "run", "build"],
    ],
  ],
  ["check 'two words' > out.txt 2>&1 < in.txt", [["check", "two words", "<", "in.txt"]]],
  ["env", [["env"]]],
])("sees what %j starts", (script, commands) => expect(commandsOf(script)).toEqual(commands));
