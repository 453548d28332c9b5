import { expect, test } from "vitest";
import { findVariables } from "../../../../src/graph/javascript/reaching/variables.ts";

test.each([
  ["process.env.A", ["A"]],
  ["process.env?.A ?? process\n  .env['B']", ["A", "B"]],
  ['globalThis.process.env["A"]', ["A"]],
  ["import.meta.env.VITE_A", ["VITE_A"]],
  ["const { A, B: b, C = 1, 'D': d, ...rest } = process.env", ["A", "B", "C", "D"]],
  ["Bun.env.A; Deno.env.get('B')", ["A", "B"]],
  ["process.env[name]; env.A; config.env.B", []],
])("%s", (text, names) => {
  expect(findVariables(text)).toEqual(names);
});
