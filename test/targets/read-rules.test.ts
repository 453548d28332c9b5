import { expect, it } from "vitest";
import { readRules } from "../../src/targets/read-rules.ts";

const NULL = String.fromCharCode(0);
const SET = { types: false, parsers: ["espree"], rules: [] };

it("files and rules are told apart, and each file gets its rules", () => {
  const { files, rules } = readRules([
    `${NULL}${JSON.stringify(SET)}`,
    `a.js${NULL}0`,
    "b.js",
    `c.js${NULL}0,1`,
  ]);
  expect([...files]).toEqual(["a.js", "b.js", "c.js"]);
  expect([...rules]).toEqual([["a.js", [SET]]]);
});

it("no rules are known if a set cannot be read", () => {
  expect(readRules([`${NULL}{`, `a.js${NULL}0`]).rules.size).toBe(0);
});
