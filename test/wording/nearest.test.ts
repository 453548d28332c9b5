import { expect, it } from "vitest";
import { nearest } from "../../src/wording/nearest.ts";

it.each([
  ["comand", "command"],
  ["dependson", "dependsOn"],
  ["tiemout", "timeout"],
  ["lnit", "lint"],
  ["zzz", undefined],
  ["x", undefined],
])("takes %s to mean %s", (word, meant) => {
  expect(nearest(word, ["command", "timeout", "dependsOn", "lint", "name"])).toBe(meant);
});
