import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { visit, type Visitor as Nodes } from "../../../../src/graph/javascript/search/visit.ts";

const TYPES = [
  "ArrowFunctionExpression",
  "CallExpression",
  "Identifier",
  "ImportSpecifier",
  "JSXIdentifier",
  "MemberExpression",
  "Property",
  "TSPropertySignature",
  "TemplateLiteral",
  "VariableDeclarator",
] as const satisfies readonly (keyof Nodes)[];

function listBy(look: (visitor: Nodes) => void): readonly string[] {
  const seen: string[] = [];
  const note = (node: { readonly type: string; readonly start: number }): void =>
    void seen.push(`${node.type} ${node.start}`);
  look(Object.fromEntries(TYPES.map((type) => [type, note])));
  return seen;
}

const directory = join(import.meta.dirname, "../../../../src/graph");
const texts: (readonly [string, string])[] = readdirSync(directory, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => [name, readFileSync(join(directory, name), "utf8")]);
texts.push([
  "x.tsx",
  "@a(b) class C<T = D> { @e f: g = <h.i j={k} {...l}>{m}</h.i>; [n]() {} } label: for (;;) ;",
]);

test("the nodes of a program come in the order in which its parser visits them", () => {
  for (const [name, text] of texts) {
    const { program } = parseSync(name, text);
    const expected = listBy((visitor) => new Visitor(visitor).visit(program));
    expect(listBy((visitor) => visit(program, visitor))).toEqual(expected);
  }
});

test("code may be nested deeper than calls can be", () => {
  const deep = 3000;
  const { program } = parseSync("x.ts", `x = ${"[".repeat(deep)}a${"]".repeat(deep)}`);
  expect(listBy((visitor) => visit(program, visitor))).toEqual(["Identifier 0", `Identifier ${4 + deep}`]);
});
