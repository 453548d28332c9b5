import { describe, expect, test } from "vitest";
import { findSyntaxFault } from "../../../src/graph/syntax/find-syntax-fault.ts";
import { p } from "../repository.ts";

const faultIn = async (path: string, text: string): Promise<string | null> => {
  const fault = await findSyntaxFault(p(path), Buffer.from(text));
  return fault === null ? null : `${fault.line}:${fault.column}`;
};

describe("broken text is found", () => {
  test.each([
    ["a.json", '{\n  "a": 1,\n}', "3:1"],
    ["a.json", '{ "a": 1 // one\n}', "1:10"],
    ["a.json", "", "1:1"],
    ["a.json", '{ "a": 01 }', "1:9"],
    ["a.json", "{ 'a': 1 }", "1:3"],
    ["tsconfig.json", '{ "a": }', "1:8"],
    ["a.yml", "a: [1,\nb: 2\n", "2:1"],
    ["a.yaml", "a: 1\n---\nb: 'x\n", "4:1"],
    ["a.yml", "a:\n\t- 1\n", "2:1"],
    ["a.ts", "const a: = 1;", "1:10"],
    ["a.ts", "export function f( {", "1:21"],
    ["a.tsx", "const a = <div>;", "1:16"],
    ["a.js", "const a = ;", "1:11"],
    ["a.jsx", "const a = <div></span>;", "1:18"],
    ["a.mjs", "if (", "1:5"],
    ["a.cjs", "foo(", "1:5"],
    ["a.d.ts", "declare const", "1:14"],
    ["a.js", "const style = {{ a: 1 }};", "1:16"],
  ])("broken text is found: %s %j", async (path, text, place) => {
    expect(await faultIn(path, text)).toBe(place);
  });
});

describe("no alarm is raised by", () => {
  test.each([
    ["data", "a.json", '\uFEFF{ "a": [1, 2.5e3, null, "\\u00e9"] }'],
    ["comments where they are customary", "tsconfig.base.json", '{ // why\n "a": 1, }'],
    ["comments in an editor's settings", ".vscode/settings.json", "{ /* x */ }"],
    ["comments in jsonc", "a.jsonc", "// x\n{}"],
    ["a file that begins with a comment", "rules.json", "// mine\n{}"],
    ["several documents", "a.yml", "a: 1\n---\nb: 2\n...\n"],
    ["tags that only their readers know", "a.yml", "a: !Ref b\nc: !!python/name:x.y\nd: !reference [a, b]\n"],
    ["a template of data", "a.yaml", "{{- if .Values.x }}\na: {{ .Values.y }}\n{{- end }}\n"],
    ["an expression of a workflow", "a.yml", "a: ${{ github.sha }}\n"],
    ["JSX in plain JavaScript", "a.js", "export default () => <a b={{ c: 1 }} />;"],
    ["types in plain JavaScript", "a.js", "const a: number = 1;"],
    ["Flow", "a.js", "/* @flow */ type A = {| a: ?number |}; opaque type B = number;"],
    ["Flow that does not say so", "a.js", "import typeof X from 'x'; const a = (b: any);"],
    ["a script", "a.js", "return 1;"],
    ["sloppy mode", "a.js", "with (a) { b = 010 }"],
    ["a first line for the shell", "a.js", "#!/usr/bin/env node\nawait 1;"],
    [
      "types as they come",
      "a.ts",
      "export const a = <T,>(b: T): b is T & {} => true; enum E { a } @d class C {}",
    ],
    ["old casts", "a.ts", "const a = <any>b;"],
    ["translations of Qt", "de.ts", '<?xml version="1.0"?>\n<TS></TS>'],
    ["a template of code", "a.js", "<% if (x) { %>\nlet a = ;"],
    ["what is not text", "a.json", "\0\0"],
    ["other languages", "a.py", "def ("],
  ])("no alarm is raised by %s", async (_, path, text) => {
    expect(await faultIn(path, text)).toBeNull();
  });
});
