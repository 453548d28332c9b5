import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { scanCode } from "../../../src/graph/javascript/scan-code.ts";

/** The same by the tree: what a parser takes for strings, templates and comments is left out. */
function codeByTree(text: string): string | undefined {
  const { program, errors, comments } = parseSync("file.ts", text);
  if (errors.length > 0) return undefined;
  const out: [number, number][] = comments.map(({ type, start, end }) => [
    start + 2,
    type === "Line" ? end : end - 2,
  ]);
  new Visitor({
    Literal({ value, start, end }) {
      const isKey = /^\s*:/.test(text.slice(end));
      if (typeof value === "string" && !isKey) out.push([start + 1, end - 1]);
    },
    TemplateElement: ({ tail, start, end }) => void out.push([start + 1, tail ? end - 1 : end - 2]),
  }).visit(program);
  let code = "";
  let at = 0;
  for (const [start, end] of out.sort(([one], [other]) => one - other)) {
    code += text.slice(at, start);
    at = end;
  }
  return code + text.slice(at);
}

test("what is in strings, templates and comments is no code, but what is in the braces of a template is", () => {
  const text = 'a("require", `eval ${b(`x ${c} y`)} eval`); // require\n/* eval */ d({ "alias": 1 });';
  expect(scanCode(text)?.code).toBe('a("", `${b(`${c}`)}`); //\n/**/ d({ "alias": 1 });');
});

test.each([
  "a = /[\"'`]/.test(b) ? '//' : c",
  "const f = (a) => /`/.exec(a)",
  "const half = a / 2; b('c')",
  "a(b / 2, c / d)",
])("a slash is read as the parser reads it: %s", (text) => {
  expect(codeByTree(text)).toBeDefined();
  expect(scanCode(text)?.code).toBe(codeByTree(text));
});

test.each([
  ["f(a) /'/ b + '", "a division or an expression after brackets"],
  ["a = '/'/+/r///", "a division or an expression after a string"],
  ["a = 'b", "a string that does not end"],
  ["a = `b ${c}", "a template that does not end"],
  ["/* a", "a comment that does not end"],
  ["r\\u0065quire('a')", "a name with escapes"],
  ["a = b\n--> c", "what old scripts take for a comment"],
])("where only a parser knows there is no answer: %s (%s)", (text) => {
  expect(scanCode(text)).toBeUndefined();
});

test("the files of this project are read as the parser reads them", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  let known = 0;
  for (const file of files) {
    const text = readFileSync(join("src", file), "utf8");
    const scanned = scanCode(text);
    if (scanned === undefined) continue;
    known += 1;
    expect({ file, code: scanned.code }).toEqual({ file, code: codeByTree(text) });
    expect(scanned.comments).toHaveLength(parseSync("file.ts", text).comments.length);
  }
  expect(known).toBeGreaterThan(files.length * 0.9);
});

test("whatever parses is read as the parser reads it, or not at all", () => {
  const part = fc.constantFrom(
    ..."a|b1| |\n|'|\"|`|${|}|{|(|)|[|]|/|//|/*|*/|=|=>|;|,|:|?|!|+|++|<|>|\\|return |typeof |'x'|`y`|/r/|/[/]/|/'/|a: |.b".split(
      "|",
    ),
  );
  const wrapped = fc
    .array(part, { maxLength: 14 })
    .map((parts) => parts.join(""))
    .map((text) => `a = ${text}`);
  let compared = 0;
  fc.assert(
    fc.property(wrapped, (text) => {
      const expected = codeByTree(text);
      const scanned = expected === undefined ? undefined : scanCode(text);
      if (scanned === undefined) return;
      compared += 1;
      expect(scanned.code).toBe(expected);
    }),
    { numRuns: 20_000 },
  );
  expect(compared).toBeGreaterThan(200);
});
