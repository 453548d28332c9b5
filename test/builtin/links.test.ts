import { describe, expect, test } from "vitest";
import { faultsIn } from "./faults.ts";

type Files = Readonly<Record<string, string>>;

const linksIn = (text: string, others: Files = {}, ignored: Files = {}): Promise<readonly string[]> =>
  faultsIn("builtin:links", "docs/a.md", { "docs/a.md": text, ...others }, ignored);

const GUIDE = { "docs/guide.md": "# Guide\n\n## Set up\n\n## Set up\n\n<a id='old-name'></a>\n" };

describe("a link that leads nowhere", () => {
  test.each<[string, string, Files, readonly string[]]>([
    ["to a file", "x\n\n[a](./gide.md)", GUIDE, ['3 broken-link ./gide.md (Did you mean "guide.md"?)']],
    ["of an image", "![a](b.png)", {}, ["1 broken-link b.png"]],
    ["of a definition", "[a][b]\n\n[b]: c.md\n", {}, ["3 broken-link c.md"]],
    ["of HTML", '<img src="b.png">', {}, ["1 broken-link b.png"]],
    ["in another case", "[a](Guide.md)", GUIDE, ['1 broken-link Guide.md (Did you mean "guide.md"?)']],
    ["from the root", "[a](/nowhere/b.md)", {}, ["1 broken-link /nowhere/b.md"]],
    [
      "to an anchor",
      "[a](guide.md#setup)",
      GUIDE,
      ['1 missing-anchor guide.md#setup (Did you mean "#set-up"?)'],
    ],
    [
      "to an anchor of its own",
      "# Here\n\n[a](#there)",
      {},
      ['3 missing-anchor #there (Did you mean "#here"?)'],
    ],
    [
      "to a heading that is there once less",
      "[a](guide.md#set-up-2)",
      GUIDE,
      ['1 missing-anchor guide.md#set-up-2 (Did you mean "#set-up-1"?)'],
    ],
    ["to a document of a site", "[a](./b.md)", { "docs/.vitepress/config.ts": "" }, ["1 broken-link ./b.md"]],
  ])("a link that leads nowhere is found: %s", async (_, text, others, expected) => {
    expect(await linksIn(text, others)).toEqual(expected);
  });
});

describe("no alarm is raised by", () => {
  test.each<[string, string, Files?]>([
    ["a file beside it", "[a](guide.md) [b](./guide.md) [c](../docs/guide.md) [d](/docs/guide.md)", GUIDE],
    [
      "headings, repeated headings and explicit anchors",
      "[a](guide.md#set-up) [b](guide.md#set-up-1) [c](guide.md#old-name) [d](guide.md#Set-Up)",
      GUIDE,
    ],
    ["a heading after an image", "# ![x](guide.md) Go\n\n[a](#-go)", GUIDE],
    ["a heading with an id of its own", "## Long title {#short}\n\n[a](#short) [b](#long-title)"],
    ["escapes and queries", "[a](b%20c.md?plain=1#L3)", { "docs/b c.md": "x" }],
    ["a line of code", "[a](../src/a.ts#L10-L12)", { "src/a.ts": "" }],
    ["a directory", "[a](../src) [b](../src/) [c](..)", { "src/a.ts": "" }],
    ["the README of a directory", "[a](../src/#use)", { "src/README.md": "# Use" }],
    ["the pages of a host above the repository", "[a](../../issues) [b](../../../wiki)"],
    ["other hosts and addresses", "[a](https://x.org/a.md) [b](mailto:a@b.c) [c](//x.org/y)"],
    ["code and comments", "`[a](b.md)`\n\n```\n[a](b.md)\n```\n\n<!-- [a](b.md) <a href='c.md'> -->"],
    ["templates and placeholders", "[a]({{ site.url }}/b) [b](${x}) [c](<{{ y }}.md>) [d](url) [e](...)"],
    ["anchors that every page has", "[a](#) [b](#top) [c](#readme) [d](#fn1)"],
    ["a label that nothing defines", "An array[0][1] and [x][y]."],
    [
      "a page of a site, by its address",
      "[a](/guide) [b](/guide.html) [c](./guide) [d](guide.html) [e](../guide)",
      {
        ...GUIDE,
        "docs/.vitepress/config.ts": "",
      },
    ],
    [
      "a page of a site that has its configuration in several files",
      "[a](./guide) [b](guide.html) [c](../guide) [d](guide#set--up)",
      { ...GUIDE, "docs/.vitepress/config/index.mts": "" },
    ],
    [
      "an address that only the site knows",
      "[a](/api/) [b](../blog/tags)",
      { "docs/.vitepress/config.ts": "" },
    ],
    ["an anchor that a site generator spells otherwise", "## A — B\n\n[a](#a-b)", { "mkdocs.yml": "" }],
    [
      "an anchor that a plugin of a site makes",
      "<!-- md:setting config.dir -->\n\n[a](#config.dir) [b](#md)",
      { "mkdocs.yml": "" },
    ],
    ["a link to the root of a documentation tree", "[a](/guide.md)", GUIDE],
    ["lists of contributors", '<!-- ALL-CONTRIBUTORS-LIST:START -->\n<a href="#content-someone">x</a>'],
  ])("no alarm is raised by %s", async (_, text, others = {}) => {
    expect(await linksIn(text, others)).toEqual([]);
  });

  test("no alarm is raised by a link to a file that git ignores, there or not", async () => {
    const ignore = { ".gitignore": "out/\n" };
    expect(await linksIn("[a](../out/a.html) [b](../out/b.html)", ignore, { "out/a.html": "" })).toEqual([]);
    expect(await linksIn("[b](../put/b.html)", ignore)).toEqual(["1 broken-link ../put/b.html"]);
  });
});
