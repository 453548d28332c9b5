import { expect, it } from "vitest";
import { matchAnswer } from "../../../src/cli/options/ask.ts";

const question = {
  text: "",
  suggested: "P",
  choices: [
    { key: "P", label: "Proceed anyway" },
    { key: "Q", label: "Re-run quick-scan" },
  ],
};

it.each([
  ["p", "P"],
  ["[Q]", "Q"],
  ["PROCEED", "P"],
  ["re-run", "Q"],
  ["", null],
  ["pq", null],
  ["x", null],
])("the answer %j is taken for %j", (line, key) => {
  expect(matchAnswer(line, question)).toBe(key);
});
