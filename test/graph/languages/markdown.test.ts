import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extract } from "../../../src/graph/extract.ts";
import type { Extraction } from "../../../src/graph/extraction.ts";
import { parseMarkdown } from "../../../src/graph/markdown/parse.ts";
import { EMPTY, scanDocument } from "../../../src/graph/markdown/scan-document.ts";
import type { MarkdownDocument } from "../../../src/graph/markdown/document.ts";
import { p } from "../repository.ts";

const read = (text: string): Promise<Extraction> => extract(p("docs/a.md"), Buffer.from(text));

async function links(text: string): Promise<readonly string[]> {
  return (await read(text)).references.map(
    (one) => `${one.line} ${one.specifier}${one.anchor === undefined ? "" : `#${one.anchor}`}`,
  );
}

async function slugs(text: string): Promise<readonly string[]> {
  const { outline } = await read(text);
  return outline.kind === "document" ? outline.headings.map((heading) => heading.slug) : [];
}

describe("links", () => {
  test.each([
    ["a link", "[a](./b.md)", ["1 ./b.md"]],
    ["a link with an anchor", "[a](b.md#part)", ["1 b.md#part"]],
    ["a link within the document", "[a](#part)", ["1 #part"]],
    ["a query", "[a](b.md?plain=1#L3)", ["1 b.md#L3"]],
    ["escapes", "[a](<b c.md>) [d](e%20f.md)", ["1 b c.md", "1 e f.md"]],
    ["an image", "![a](../i.png)", ["1 ../i.png"]],
    ["an image in a link", "[![a](i.png)](b.md)", ["1 b.md", "1 i.png"]],
    ["a definition", "[a][r]\n\n[r]: /docs/b.md", ["3 /docs/b.md"]],
    ["HTML", "x <a href=\"b.md\">b</a>\n\n<p>\n<img src='i.png'>\n</p>", ["1 b.md", "4 i.png"]],
    ["a table", "| a |\n|---|\n| [b](c.md) |", ["3 c.md"]],
  ])("a link is found: %s", async (_, text, expected) => {
    expect(await links(text)).toEqual(expected);
  });

  test.each([
    ["another host", "[a](https://example.org/b.md) <https://example.org> [m](mailto:a@b.c)"],
    ["a code span", "`[a](b.md)`"],
    ["a code block", "```md\n[a](b.md)\n```\n\n    [c](d.md)\n"],
    ["an HTML comment", "<!-- <a href='b.md'> -->"],
  ])("%s is not a link", async (_, text) => {
    expect(await links(text)).toEqual([]);
  });

  test("front matter names files, and lines count from the document's start", async () => {
    const text = "---\ntitle: a\nlayout: ./layout.html\n---\n\n[a](b.md)\n";
    expect(await links(text)).toEqual(["3 ./layout.html", "6 b.md"]);
  });

  test("broken front matter is a syntax error, and the rest still counts", async () => {
    const found = await read("---\na: [\n---\n# b\n");
    expect(found.syntaxError).toMatchObject({ line: expect.any(Number) });
    expect(found.outline).toMatchObject({ headings: [{ slug: "b", line: 4 }] });
  });
});

describe("headings", () => {
  test.each([
    ["# Hello World", ["hello-world"]],
    ["# a\n## a\n# a", ["a", "a-1", "a-2"]],
    ["# a-1\n# a\n# a", ["a-1", "a", "a-2"]],
    ["Setext\n===\nOther\n---", ["setext", "other"]],
    ["# `code` & *emphasis* [link](https://x.org)!", ["code--emphasis-link"]],
    ["# snake_case Ünïcode 日本", ["snake_case-ünïcode-日本"]],
    ["```\n# no\n```\n# yes", ["yes"]],
    ["> # quoted\n\n- # listed", ["quoted", "listed"]],
    ["#hash\n# ok ##", ["ok"]],
    ["# 1.2.0 (2024-01-02)", ["120-2024-01-02"]],
    ["# <small>[1.2.0](https://x.org)</small>", ["120"]],
  ])("a heading gets its anchor: %j", async (text, expected) => {
    expect(await slugs(text)).toEqual(expected);
  });

  test("explicit anchors", async () => {
    expect((await read('<a id="x"></a>\n\n<a name=y></a>')).outline).toMatchObject({ anchors: ["x", "y"] });
  });

  test.each(["- a\n    ---", "> a\n> ===", "1. a\n   ---"])(
    "an underlined one in a list or a quote: %j",
    async (text) => {
      expect((await read(text)).outline).toMatchObject({ headings: [{ text: "a" }] });
    },
  );
});

describe("what is scanned and what is parsed", () => {
  /** As a document is read, and what the parser was given. */
  const scan = (text: string): { readonly document: MarkdownDocument; readonly hard: string } => {
    const { hard, complete } = scanDocument(text);
    return { document: complete(hard === "" ? EMPTY : parseMarkdown(hard)), hard };
  };
  const isNear = (link: { readonly url: string }): boolean => !/^(?:https?|mailto):/.test(link.url);
  const near = (document: MarkdownDocument): MarkdownDocument => ({
    ...document,
    links: document.links.filter(isNear),
  });
  /** After indented code, the parser takes a list that is empty or begins with another number than 1 for text; it is a list. */
  const MISREAD = /^(?: {4}|\t)[^]*^\s*(?:(?:[*+-]|\d+\.)\s*$|[2-9]\.)/m;
  test.each([
    [
      "headings are those that the parser finds",
      "# |## |###### |####### |a|B c|\n|\n\n|```|~~~|    |- |* |> |1. |---|===|`x`|*y*|**z**|_u_|b_c|[l](https://x.y)|[r][s]|<b>|<small>|</small>|<!-- -->|#|\t|  |:|é|\\#|&amp;|& |!|a@b.c".split(
        "|",
      ),
      24,
    ],
    [
      "blocks that are read one by one say what the whole document says",
      "# |## |a|\n|\n\n|\n\n# |\n# |```|~~~|    |- |> |1. |---|===|`x`|[l](https://x.y)|[r](b.md)|[s][t]|(c.md)|[t]|: d.md|]: e.md|[^1]|<b>|<div>|<pre>|</pre>|<!--|-->|<a id=x>|\t|\\|!".split(
        "|",
      ),
      30,
    ],
    [
      "lists, tables and quotes with links say what the parser says",
      'a§\n§\n- §\n2. §\n1. §\n> §\n>§\n| §\n|-|\n§ | §\n  §\n    §\n```\n§\n  ```\n§`§``§[a](b.md)§![c](d.png)§[e](f.md "t")§[§](g.md)§]§[h]§(i.md)§\\§*§<br>§<https://x.y>§https://x.y§www.x.y§[x]: j.md§\n\n§[^n]§&amp;§|§<i>§!§\n<p>\n§\n---\n§\n# '.split(
        "§",
      ),
      16,
    ],
  ] as const)("a link is found: %s", (_, pieces, maxLength) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength }), (chosen) => {
        const text = chosen.join("");
        fc.pre(!MISREAD.test(text));
        expect(near(scan(text).document)).toEqual(near(parseMarkdown(text)));
      }),
      { numRuns: 5000 },
    );
  });

  test.each(["\\https://x.y![c](d.png)", "\\www.x.y[c](d.md)"])(
    "what random texts have found: %j",
    (text) => {
      expect(near(scan(text).document)).toEqual(near(parseMarkdown(text)));
    },
  );

  test("only blocks that need the parser are given to it", () => {
    const plain = "# a: b_c\n\n* b ([c](https://x.y))\n* [d](e.md#f) and `g`\n\n";
    expect(scan(plain).hard).toBe("");
    expect(scan(`${plain}# d\n\n[[e]](f.md)\n\n${plain}`).hard.trim()).toBe("[[e]](f.md)");
  });
});

describe("the structure", () => {
  const structure = async (text: string): Promise<unknown> => (await read(text)).structure;

  test.each([
    ["# a", "# b"],
    ["# a", "## a"],
    ["<a id=x>", "<a id=y>"],
    ["---\na: 1\n---\n", "---\nb: 1\n---\n"],
  ])("changes from %j to %j", async (before, after) => {
    expect(await structure(before)).not.toEqual(await structure(after));
  });

  test.each([
    ["# a\ntext", "# a\nother"],
    ["# a\n[b](c.md)", "# a\n[b](d.md)"],
    ["---\na: 1\n---\n", "---\na: 2\n---\n"],
  ])("stays from %j to %j", async (before, after) => {
    expect(await structure(before)).toEqual(await structure(after));
  });
});
