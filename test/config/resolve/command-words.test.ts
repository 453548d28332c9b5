import { expect, it } from "vitest";
import { splitCommand } from "../../../src/config/resolve/command-words.ts";

it.each([
  ["npm run lint", ["npm", "run", "lint"]],
  [`a "b c" 'd "e"' f\\ g`, ["a", "b c", 'd "e"', "f g"]],
  [`echo "a && b" '|'`, ["echo", "a && b", "|"]],
  [`x ""`, ["x", ""]],
  ["  spaced   out  ", ["spaced", "out"]],
  ["glob *.ts", ["glob", "*.ts"]],
])("a command is split into words: %j", (command, words) =>
  expect(splitCommand(command)).toEqual({ type: "words", words }),
);

it.each([
  ["a && b", "&&"],
  ["a | b", "|"],
  ["a > f", ">"],
  ["a; b", ";"],
  ["a $HOME", "$H"],
  ["a $(b)", "$("],
  ["a `b`", "`"],
  ["a &", "&"],
])("syntax that only a shell understands is found in %j", (command, found) => {
  expect(splitCommand(command)).toEqual({ type: "shell-syntax", found });
});
