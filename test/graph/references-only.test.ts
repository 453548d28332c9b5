import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { extract } from "../../src/graph/extract.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";

const root = join(import.meta.dirname, "../..");
const PLACES = [
  "*.json",
  "*.ts",
  ".github",
  "bench",
  "docs",
  "src/graph",
  "src/page",
  "test/e2e",
  "test/graph",
];

test("what files of this repository refer to is the same where nothing else is asked for", async () => {
  const listed = execFileSync("git", ["ls-files", "-z", ...PLACES], { cwd: root, encoding: "utf8" });
  const paths = listed.split("\0").filter((path) => path !== "") as RepoPath[];
  expect(paths.length).toBeGreaterThan(200);
  for (const path of paths) {
    const bytes = readFileSync(join(root, path));
    const { references, aliases, places, fields } = await extract(path, bytes);
    const found = await extract(path, bytes, { referencesOnly: true });
    const { references: only, ...rest } = found;
    expect([path, only]).toEqual([path, references]);
    expect([path, rest.aliases, rest.places, rest.fields]).toEqual([path, aliases, places, fields]);
  }
});

test.each([
  ["a heading that only a parser can read", "# *a* `b\n\n[c](d.md)\n", ["d.md"]],
  ["a link that only a parser can read", "*[a\nb](c.md)*\n\n`d\n", ["c.md"]],
  ["a tag", '# *a*\n\n<img src="b.png">\n', ["b.png"]],
  ["a definition", "[a][b]\n\n# _c_\n\n[b]: d.md\n", ["d.md"]],
  ["addresses of other hosts", "# *a* www.example.com https://example.com a@example.com\n", []],
])("%s in a document, where only links are asked for", async (_, text, links) => {
  const { references } = await extract("x.md" as RepoPath, Buffer.from(text), { referencesOnly: true });
  expect(references.map(({ specifier }) => specifier)).toEqual(links);
});

const PIECES = [
  ..."[a](b|![|](|]: |[x]: |[x]|)|<|>|</a>|http://h/|//h/|c:|./d.md|e.md".split("|"),
  ...'<a href=|href="|href= "|src|href|=|"|\'|<!--|-->|<!-- f -->|hr|ef|\n|\n> |> |\n\n|- |# |    |`|~~~|\\|&amp;|x | |'.split(
    "|",
  ),
  ..."|\n|---|\n|\t| \r\n".split("|"),
  "|",
];

test("the links in any document are the same where only they are asked for", async () => {
  const document = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(document, async (text) => {
      const { references } = await extract("x.md" as RepoPath, Buffer.from(text));
      const only = await extract("x.md" as RepoPath, Buffer.from(text), { referencesOnly: true });
      expect(only.references).toEqual(references);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ["the mark of a quotation before an attribute", '> <p\n>href="b.md">'],
  ["the mark of a quotation within an attribute", '> <p href\n> =\n> "b.md">'],
  ["a comment within an attribute", '<p hr<!-- -->ef="b.md">'],
  ["a comment before an attribute's value", '<p href<!-- -->="b.md">'],
  ["an address that only begins like another host", "[a](https.md) [b]: //c"],
])("%s, where only links are asked for", async (_, text) => {
  const { references } = await extract("x.md" as RepoPath, Buffer.from(text));
  const only = await extract("x.md" as RepoPath, Buffer.from(text), { referencesOnly: true });
  expect(references).toHaveLength(1);
  expect(only.references).toEqual(references);
});
