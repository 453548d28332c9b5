import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../../src/graph/data/parse-json.ts";
import { extract } from "../../../src/graph/extract.ts";
import type { Extraction } from "../../../src/graph/extraction.ts";
import { p } from "../repository.ts";

const json = (text: string): Promise<Extraction> => extract(p("a.json"), Buffer.from(text));
const yaml = (text: string): Promise<Extraction> => extract(p("a.yml"), Buffer.from(text));

function brief({ references }: Extraction): readonly string[] {
  return references.map((one) => {
    const anchor = one.anchor === undefined ? "" : `#${one.anchor}`;
    return `${one.line} ${one.strength} ${one.type} ${one.kind} ${one.specifier}${anchor}`;
  });
}

describe("references", () => {
  test.each([
    ['{"$ref": "./b.json#/defs/x"}', ["1 strong reference path ./b.json#/defs/x"]],
    ['{"$ref": "#/defs/x"}', ["1 strong reference path #/defs/x"]],
    ['{"$ref": "https://example.org/x"}', []],
    ['{"extends": "./base"}', ["1 strong extends path ./base"]],
    [
      '{\n"extends": ["../a.json",\n"@scope/config"]}',
      ["2 strong extends path ../a.json", "3 weak extends module @scope/config"],
    ],
    ['{"extends": "eslint:recommended"}', []],
    ['{"$schema": "./schema.json"}', ["1 weak reference path ./schema.json"]],
    ['{"files": ["src/a.ts", "plain words", "https://x.y/z"]}', ["1 weak reference path src/a.ts"]],
    ['// c\n{"a": "b.txt", /* d */ }', ["2 weak reference path b.txt"]],
  ])("a reference in JSON is found: %s", async (text, expected) => {
    expect(brief(await json(text))).toEqual(expected);
  });

  test.each([
    ["$ref: './b.yml#/x'", ["1 strong reference path ./b.yml#/x"]],
    [
      "include:\n  - local: /ci/a.yml\n  - b.yml",
      ["2 weak includes path /ci/a.yml", "3 weak includes path b.yml"],
    ],
    ["a: x/y.txt\n---\nb: ./z.txt", ["1 weak reference path x/y.txt", "3 weak reference path ./z.txt"]],
    ["uses: ./.github/actions/a", ["1 weak reference path ./.github/actions/a"]],
    ["extends: .job", ["1 weak extends module .job"]],
    ["extends:\n  - ./base.yml", ["2 strong extends path ./base.yml"]],
  ])("a reference in YAML is found: %j", async (text, expected) => {
    expect(brief(await yaml(text))).toEqual(expected);
  });
});

describe("the outline and the structure", () => {
  test("keys are JSON pointers", async () => {
    const expected = { kind: "data", keys: ["/a", "/a/b~1c", "/a/b~1c/0", "/d"], complete: true };
    expect((await json('{"a": {"b/c": [1]}, "d": 2}')).outline).toEqual(expected);
    expect((await yaml("a:\n  b/c: [1]\nd: 2")).outline).toEqual(expected);
  });

  test.each([
    ['{"a": 1}', '{"b": 1}'],
    ['{"a": 1}', '{"a": "x"}'],
    ['{"a": 1}', '{"a": null}'],
    ['{"a": [{"b": 1}]}', '{"a": [{"b": 1}, {"c": 1}]}'],
    ['{"a": [{"b": 1}, {"c": 1}]}', '{"a": [{"b": 1, "c": 1}]}'],
    ['{"$ref": "a.json"}', '{"$ref": "b.json"}'],
  ])("the structure changes from %s to %s", async (before, after) => {
    expect((await json(before)).structure).not.toEqual((await json(after)).structure);
  });

  test.each([
    ['{"a": 1}', '{"a": 2}'],
    ['{"a": 1, "b": 2}', '{ "b": 2, "a": 1 }'],
    ['{"a": [1]}', '{"a": [1, 2]}'],
  ])("the structure stays from %s to %s", async (before, after) => {
    expect((await json(before)).structure).toEqual((await json(after)).structure);
  });

  test("an alias is not expanded, and is seen", async () => {
    const bomb = `a: &a [x, x]\n${[..."bcdefghij"].map((key, at) => `${key}: &${key} [*${"abcdefghi"[at]}, *${"abcdefghi"[at]}]`).join("\n")}`;
    expect((await yaml(bomb)).syntaxError).toBeUndefined();
    const one = await yaml("a: &a 1\nb: &b 2\nc: *a");
    const other = await yaml("a: &a 1\nb: &b 2\nc: *b");
    expect(one.structure).not.toEqual(other.structure);
  });
});

describe("broken input", () => {
  test.each([
    ['{"a": }', 1, 7],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ["", 1, 1],
    ['{"a": 1', 1, 8],
    ['{"a": "\n"}', 1, 7],
    ["[1] 2", 1, 5],
  ])("broken input says where: %j", async (text, line, column) => {
    const found = await json(text);
    expect(found.syntaxError).toMatchObject({ line, column });
    expect(found.structure).toEqual({ kind: "content" });
  });

  test("broken YAML says where, with what can still be found", async () => {
    const found = await yaml("a: x.txt\nb: [\n");
    expect(found.syntaxError).toMatchObject({ line: expect.any(Number), message: expect.any(String) });
    expect(found.structure).toEqual({ kind: "content" });
    expect(found.references.map((one) => one.specifier)).toEqual(["x.txt"]);
  });

  test("nesting without end is no crash", async () => {
    expect((await json("[".repeat(100_000))).syntaxError).toBeDefined();
    expect((await yaml("[".repeat(20_000))).syntaxError).toBeDefined();
  });

  test("no text makes extraction throw", async () => {
    const extensions = fc.constantFrom("json", "yml", "md", "ts", "js", "tsx", "d.ts");
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        ":",
        "\n",
        "- ",
        "import ",
        "from ",
        "'./x'",
        "(",
        ")",
        "`",
        "${",
        "---\n",
        "&a ",
        "*a",
        "<a href=",
        "\0",
        "\uFEFF",
        "\uD800",
      ),
    );
    await fc.assert(
      fc.asyncProperty(extensions, fc.array(piece, { maxLength: 20 }), async (extension, pieces) => {
        const extraction = await extract(p(`a.${extension}`), Buffer.from(pieces.join("")));
        expect(JSON.parse(JSON.stringify(extraction))).toEqual(extraction);
      }),
      { numRuns: 1500 },
    );
  });
});

test("the JSON reader agrees with the built-in one", () => {
  const plain = (node: Extract<ReturnType<typeof parseJson>, { ok: true }>["root"]): unknown => {
    if (node.kind === "scalar") return node.value;
    if (node.kind === "list") return node.items.map(plain);
    return Object.fromEntries(node.entries.map((entry) => [entry.key, plain(entry.value)]));
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 1);
      const parsed = parseJson(text);
      expect(parsed.ok && plain(parsed.root)).toEqual(JSON.parse(text));
    }),
  );
});

test("pictures, large data files and lock files are not looked into", async () => {
  const plain = { references: [], outline: { kind: "none" }, structure: { kind: "content" } };
  expect(await extract(p("a.json"), Buffer.alloc(5 * 1024 * 1024 + 1, " "))).toEqual(plain);
  expect(await extract(p("a.png"), Buffer.from("import './x'"))).toEqual(plain);
  expect(await extract(p("x/package-lock.json"), Buffer.from('{"$ref": "a.json"}'))).toEqual(plain);
});

test("JSON that does not parse still names files", async () => {
  const { references } = await extract(p("a.json"), Buffer.from("{ extends: './base.json' }"));
  expect(references.map((one) => one.specifier)).toEqual(["./base.json"]);
});
