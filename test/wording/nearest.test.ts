import { expect, it } from "vitest";
import { nearest } from "../../src/wording/nearest.ts";

it.each([
  ["comand", "command"],
  ["dependson", "dependsOn"],
  ["tiemout", "timeout"],
  ["lnit", "lint"],
  ["zzz", undefined],
  ["x", undefined],
])("%s is understood as %s", (word, meant) => {
  expect(nearest(word, ["command", "timeout", "dependsOn", "lint", "name"])).toBe(meant);
});
