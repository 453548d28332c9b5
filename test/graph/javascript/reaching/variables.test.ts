import { expect, test } from "vitest";
import { findVariables } from "../../../../src/graph/javascript/reaching/variables.ts";

test.each([
  ["process.env.A", ["A"]],
  ["process.env?.A ?? process\n  .env['B']", ["A", "B"]],
  ['globalThis.process.env["A"]', ["A"]],
  ["import.meta.env.VITE_A", ["VITE_A"]],
  ["const { A, B: b, C = 1, 'D': d, ...rest } = process.env", ["A", "B", "C", "D"]],
  ["Bun.env.A; Deno.env.get('B')", ["A", "B"]],
  ["process.env[name]; other.A", []],
  // What keeps all of them, or is given them.
  ["const e = process.env; e.A; e['B']; const { C } = e", ["A", "B", "C"]],
  ["const e: NodeJS.ProcessEnv = process.env; if ('A' in e) go()", ["A"]],
  ["import { env as all } from 'node:process'; all.A", ["A"]],
  ["const { env: own } = process; own.A", ["A"]],
  ["function f(env = process.env) { return env.A ?? config.env.B }", ["A", "B"]],
  ["const { A } = context.env; 'B' in process.env", ["A", "B"]],
  ["schema({ URL_OF: text() }).parse(process.env)", ["URL_OF"]],
  ["const env = { ...process.env }; env.A = 1; env.PATH; spawn(x, { env: { ...process.env, B: 1 } })", []],
  // What a shell is given.
  ["require('child_process').execSync('[ \"$A\" = \"${B}\" ]')", ["A", "B"]],
  ["const price = `$A`", []],
])("the variables of code are found: %s", (text, names) => {
  expect(findVariables(text)).toEqual(names);
});
