import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { citationsIn, citedFiles, matchCitations } from "../../../src/flow/items/cited-files.ts";
import { indexFiles } from "../../../src/flow/items/file-index.ts";
import { directoryWith } from "../directory.ts";

const FILES = new Set([
  "src/app.ts",
  "src/a b.ts",
  "src/auth/login.ts",
  "src/auth/token.ts",
  "docs/requirements/pay/notes.md",
  "docs/guide.md",
  "package.json",
]);

function cited(text: string): readonly string[] {
  return [...matchCitations(citationsIn(text), "docs/requirements/pay", indexFiles(FILES))].sort();
}

describe("cited files", () => {
  it.each([
    ["inline code", "see `src/app.ts`", ["src/app.ts"]],
    ["inline code with a line", "see `src/app.ts:12`, `src/app.ts:3:4`", ["src/app.ts"]],
    ["a link from the root", "[app](/src/app.ts#L3)", ["src/app.ts"]],
    ["a link from the artifact", "[app](../../../src/app.ts)", ["src/app.ts"]],
    ["a link with spaces", "[a](<../../../src/a b.ts>) or [a](../../../src/a%20b.ts)", ["src/a b.ts"]],
    ["code with spaces", "`src/a b.ts`", ["src/a b.ts"]],
    ["a reference definition", "[x]: ../../guide.md", ["docs/guide.md"]],
    ["a table", "| file | why |\n|---|---|\n| src/app.ts | entry |", ["src/app.ts"]],
    ["the end of a sentence", "It is in src/app.ts.", ["src/app.ts"]],
    ["a directory", "everything under `src/auth/`", ["src/auth/login.ts", "src/auth/token.ts"]],
    ["a glob", "`src/auth/*.ts`", ["src/auth/login.ts", "src/auth/token.ts"]],
    ["a file in the root", "bump package.json", ["package.json"]],
    ["JSON", '{"files": ["src/app.ts"]}', ["src/app.ts"]],
  ])("cited files are found in %s", (_, text, expected) => {
    expect(cited(text)).toEqual(expected);
  });

  it.each(["https://example.com/src/app.ts", "src", "app.ts", "../../../../src/app.ts", "`src/none.ts`"])(
    "no files are cited in %j",
    (text) => {
      expect(cited(text)).toEqual([]);
    },
  );

  it("leave out the item's own files and its record, and look into directories below it", () => {
    const dir = directoryWith({
      "meta.json": '{"note": "package.json"}',
      "a.md": "[notes](notes.md)",
      "deep/b.md": "[guide](../../../guide.md)",
    });
    const found = citedFiles({ dir, directory: "docs/requirements/pay", files: indexFiles(FILES) });
    expect([...found]).toEqual(["docs/guide.md"]);
  });

  it("are always among the files, whatever an artifact says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        for (const path of cited(`${text} \`${text}\` [x](${text})`)) expect(FILES.has(path)).toBe(true);
      }),
    );
  });

  it("are found in time that grows with the text alone", () => {
    const hostile = [
      "`".repeat(200_000),
      "](".repeat(100_000),
      "[a".repeat(100_000),
      `${":1".repeat(100_000)}x`,
    ];
    for (const text of hostile) expect(cited(text)).toEqual([]);
  });
});
