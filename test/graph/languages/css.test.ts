import { describe, expect, test } from "vitest";
import { extract } from "../../../src/graph/extract.ts";
import { growth } from "../../rig/growth.ts";
import { edges, graphOf, p } from "../repository.ts";

async function brief(text: string, path = "a.css"): Promise<readonly string[]> {
  const { references } = await extract(p(path), Buffer.from(text));
  return references.map((one) => `${one.strength} ${one.kind} ${one.specifier}`);
}

describe("a style sheet refers to", () => {
  test.each([
    ["an import", "@import './x.css' screen;", "a.css", ["strong stylesheet ./x.css"]],
    ["an address in an import", "@import url(x.css) layer(a);", "a.css", ["strong stylesheet x.css"]],
    ["several imports", "@import \"x\", 'y';", "a.scss", ["strong stylesheet x", "strong stylesheet y"]],
    ["an import with options", '@import (reference) "x";', "a.less", ["strong stylesheet x"]],
    ["what an import supports", '@import "x" supports(content: "y");', "a.css", ["strong stylesheet x"]],
    ["a used module", '@use "x" with ($a: "b.scss");', "a.scss", ["strong stylesheet x", "weak path b.scss"]],
    ["a forwarded module", "@forward 'x' hide y;", "a.scss", ["strong stylesheet x"]],
    ["a loaded module", "a { @include meta.load-css('x'); }", "a.scss", ["strong stylesheet x"]],
    ["a reference", '@reference "../x.css";', "a.css", ["strong stylesheet ../x.css"]],
    ["a plugin", '@plugin "./x.js";', "a.css", ["strong stylesheet ./x.js"]],
    ["a configuration", '@config "./x.js";', "a.css", ["strong stylesheet ./x.js"]],
    ["a composition", 'a { composes: b c from "./x.css"; }', "a.css", ["strong stylesheet ./x.css"]],
    ["a value", '@value b from "./x.css";', "a.css", ["strong stylesheet ./x.css"]],
    ["bare names", "@import x, y/z\na\n  b: c", "a.sass", ["strong stylesheet x", "strong stylesheet y/z"]],
    ["a picture", "a { b: url(x%20y.png?v#z) }", "a.css", ["weak path x y.png"]],
    ["a quoted picture", "a { b: URL( 'x.png' ) }", "a.css", ["weak path x.png"]],
    ["a set of pictures", 'a { b: image-set("x.png" 1x) }', "a.css", ["weak path x.png"]],
    ["an import that is computed", '@import "@{theme}/x";', "a.less", ["strong opaque @{theme}/x"]],
    ["after a string with a quote", `a { b: "it's /*" } @import "x";`, "a.css", ["strong stylesheet x"]],
    ["after a comment", `/* it's */ @import "x";`, "a.css", ["strong stylesheet x"]],
    ["after an open comment in Sass", "/* open\n@import x", "a.sass", ["strong stylesheet x"]],
    ["after a comment of one line", `// it's\n@use "x";`, "a.scss", ["strong stylesheet x"]],
    ["no comment", "/* @import 'x'; url(y) */", "a.css", []],
    ["no comment of one line", "// @use 'x'; url(y)", "a.scss", []],
    ["no address", "@import 'https://x/y'; a { b: url(data:x), url(//x/y), url(#z) }", "a.css", []],
    ["nothing of the compiler", '@use "sass:math";', "a.scss", []],
  ])("a style sheet refers to %s", async (...row) => {
    const [, text, path, expected] = row;
    expect(await brief(text, path)).toEqual(expected);
  });

  test("a style sheet refers to anything if it is made from the class names of the project", async () => {
    expect(await brief('@import "tailwindcss";')).toContain("strong opaque (class names of the project)");
    expect(await brief("@tailwind base;")).toContain("strong opaque (class names of the project)");
  });
});

describe("a name in a style sheet leads to", () => {
  test.each([
    ["a file", "./x.css", ["s/x.css"]],
    ["a file beside it", "x.css", ["s/x.css"]],
    ["a file without extension", "y", ["s/y.scss"]],
    ["a partial", "z", ["s/_z.scss"]],
    ["an index", "./d", ["s/d/_index.scss"]],
    ["a file at the root", "r", ["_r.scss"]],
    ["a file somewhere", "themes/dark", ["lib/themes/_dark.scss"]],
    ["a file behind an alias", "~@/themes/dark", ["lib/themes/_dark.scss"]],
    ["a script", "./plugin", ["s/plugin.js"]],
  ])("a name in a style sheet leads to %s", async (_, specifier, expected) => {
    const files = ["s/x.css", "s/y.scss", "s/_z.scss", "s/d/_index.scss", "_r.scss", "s/plugin.js"];
    const tree = Object.fromEntries([...files, "lib/themes/_dark.scss"].map((path) => [path, ""]));
    const { graph } = await graphOf({ files: { ...tree, "s/a.scss": `@use "${specifier}";` } });
    expect(edges(graph, "s/a.scss")).toEqual(expected);
  });

  test("a name in a style sheet leads to a package, a file that is not tracked, or nothing", async () => {
    const { graph } = await graphOf({
      files: {
        "a.scss":
          '@use "pkg/styles"; @use "~pkg/other"; @use "./made"; @use "./gone"; b { c: url(./none.png) }',
      },
      ignored: {
        "node_modules/pkg/package.json": "{}",
        "node_modules/pkg/_styles.scss": "",
        "_made.scss": "",
      },
    });
    expect(graph.external(p("a.scss"))).toEqual(["pkg"]);
    expect(graph.outside(p("a.scss"))).toEqual(["_made.scss"]);
    expect(graph.unresolved(p("a.scss")).map((one) => one.specifier)).toEqual(["./gone"]);
  });
});

test.each(["/*", "url(", '"', "@import ", "url( ", "from ", "\\", "//", "a: b; "])(
  "reading takes time in proportion to the length, whatever is repeated: %s",
  async (part) => {
    const work = (count: number): Promise<unknown> => extract(p("a.scss"), Buffer.from(part.repeat(count)));
    // Eight times the text: quadratic work would take 64 times as long.
    expect(await growth(work, { small: 20_000, large: 160_000, limit: 24 })).toBeLessThan(24);
  },
);
