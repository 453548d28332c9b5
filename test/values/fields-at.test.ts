import { describe, expect, test } from "vitest";
import { createFieldsAt } from "../../src/values/fields-at.ts";

/** The fields that `"./it"` is in. */
function fieldsOf(text: string): readonly string[] {
  return createFieldsAt(text)(text.indexOf('"./it"'));
}

describe("a text is in the fields that it is the value of:", () => {
  test.each<[what: string, text: string, fields: readonly string[]]>([
    ["one", 'export default { setupFiles: ["./it"] }', ["setupFiles"]],
    ["the innermost two", 'export default { a: { b: { c: "./it" } } }', ["c", "b"]],
    ["after others", 'export default { a: ["./b", "./it"], c: 1 }', ["a"]],
    ["beside others", 'export default { a: "./b", c: "./it" }', ["c"]],
    ["in a call", 'export default define({ plugins: [own({ file: "./it" })] })', ["file", "plugins"]],
    ["as the name of another", 'export default { alias: { "./it": 1 } }', ["alias"]],
    ["put together", 'export default { alias: { a: resolve(here, "./it") } }', ["a", "alias"]],
    ["put together twice", 'export default { a: fileURLToPath(new URL("./it", import.meta.url)) }', ["a"]],
    ["the first of two choices", 'export default { a: isThere ? "./it" : "./b" }', ["a"]],
    ["the second of two choices", 'export default { a: isThere ? "./b" : "./it" }', ["a"]],
    ["after a comment", 'export default { a: // as in b: c\n "./it" }', ["a"]],
    ["after a comment in a list", 'export default { a: [/* not: [ */ "./it"] }', ["a"]],
    ["after an address", 'export default { a: ["https://b.c/d", "./it"] }', ["a"]],
    ["a choice in a list", 'export default { a: { b: ["c", d ? "./b" : "./it"] } }', ["b", "a"]],
  ])("a text is in the fields that it is the value of: %s", (_, text, fields) => {
    expect(fieldsOf(text)).toEqual(fields);
  });
});

describe("a constant is where it is used:", () => {
  test.each<[what: string, text: string, fields: readonly string[]]>([
    [
      "in one field",
      'const some = ["./it"];\nexport default { paths: some };',
      expect.arrayContaining(["paths"]),
    ],
    [
      "in each of its fields",
      'const some = ["./it"]\nexport default { paths: some, rest: { plugins: [...some] } }',
      expect.arrayContaining(["paths", "plugins"]),
    ],
    [
      "by way of another",
      'const it = "./it";\nconst all = [it];\nexport default { plugins: all };',
      expect.arrayContaining(["plugins"]),
    ],
    [
      "under its own name",
      'const plugins = ["./it"];\nexport default { rest: { plugins } };',
      expect.arrayContaining(["plugins", "rest"]),
    ],
    [
      "beyond the field in it",
      'const own = { a: "./it" };\nexport default { plugins: [own] };',
      expect.arrayContaining(["a", "plugins"]),
    ],
    [
      "and not where its name is text",
      'const used = "./it"\nexport default { a: used, message: "it is used. Say so.", "not-used": 1 }',
      ["used", "a"],
    ],
  ])("a constant is where it is used: %s", (_, text, fields) => {
    expect(fieldsOf(text)).toEqual(fields);
  });
});

test.each<[what: string, text: string]>([
  ["in no field", 'export default ["./it"]'],
  ["an argument", 'export default { define: { A: readFileSync("./it") } }'],
  ["an argument with others", 'export default { a: load(1, ["./it"]) }'],
  ["put together as an argument", 'export default { a: readFileSync(join(here, "./it")) }'],
  ["in a template as an argument", 'const it = "./it"\nexport default { a: read(`${it}/a`) }'],
  ["a constant in no field", 'const all = ["./it"];\nexport default all;'],
  ["a constant that others take", 'export const all = ["./it"];\nexport default { paths: all };'],
  ["a constant that is given away", 'const all = ["./it"]\nexport { all }\nexport default { paths: all }'],
  [
    "a constant that is an argument",
    'const it = "./it";\nconst text = readFileSync(it);\nexport default { a: text };',
  ],
  [
    "a constant that something is done with",
    'const all = ["./it"]\nconst other = { b: 1 }\nall.forEach(load)\nexport default { paths: all, other }',
  ],
  [
    "what is returned after a constant",
    'function own() {\n  const other = { b: 1 }\n  return ["./it"]\n}\nexport default { other }',
  ],
  [
    "the name of a field of an argument",
    'const other = { b: 1 }\nload({ "./it": 1 })\nexport default { other }',
  ],
])("a constant may mean anything: %s", (_, text) => {
  expect(fieldsOf(text)).toEqual([]);
});
