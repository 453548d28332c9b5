import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extract } from "../../../src/graph/extract.ts";
import { edges, graphOf, p } from "../repository.ts";

async function brief(path: string, text: string): Promise<readonly string[]> {
  const { references } = await extract(p(path), Buffer.from(text));
  return references.map((one) => `${one.line} ${one.strength} ${one.kind} ${one.specifier}`);
}

describe("a component refers to", () => {
  test.each<[what: string, path: string, text: string, expected: readonly string[]]>([
    [
      "what its script imports",
      "a.vue",
      "<template/>\n<script>\nimport './x'\n</script>",
      ["3 strong module ./x"],
    ],
    [
      "what both of its scripts import",
      "a.vue",
      "<script>import './x'</script>\n<script setup lang='ts'>\nimport './y';\nlet a: number;</script>",
      ["1 strong module ./x", "3 strong module ./y"],
    ],
    [
      "types, which its compiler reads",
      "a.vue",
      '<script setup lang="ts">import type { P } from "./p"; defineProps<P>()</script>',
      ["1 strong module ./p"],
    ],
    ["a script elsewhere", "a.vue", '<script lang="ts" src="./x.ts"></script>', ["1 strong path ./x.ts"]],
    [
      "what its style imports",
      "a.vue",
      '\n<style lang="scss" scoped>\n@use "./x";\n</style>',
      ["3 strong stylesheet ./x"],
    ],
    ["a style elsewhere", "a.vue", '<style src="./x.css"></style>', ["1 strong stylesheet ./x.css"]],
    ["a picture", "a.vue", '<template>\n<img src="./x.png?inline">\n</template>', ["2 weak path ./x.png"]],
    ["a picture behind an alias", "a.vue", '<img src="@/x.png">', ["1 weak module @/x.png"]],
    ["what its template requires", "a.vue", `<img :src="require('./x.png')">`, ["1 strong module ./x.png"]],
    [
      "a module's script and what is loaded late",
      "a.svelte",
      `<script module lang="ts">\nimport x from './x';\n</script>\n{#await import('./y.svelte') then y}{/await}`,
      ["2 strong module ./x", "4 strong module ./y.svelte"],
    ],
    ["anything, by a computed name", "a.svelte", "\n{#await import(name)}{/await}", ["2 strong opaque name"]],
    ["nothing in the words of a page", "a.svelte", "<p>import (something)</p>", []],
    [
      "what its front matter imports",
      "a.astro",
      '---\nimport x from "./x";\nif (x) return Astro.redirect("./y");\n---\n<p/>',
      ["2 strong module ./x", "3 weak path ./y"],
    ],
    [
      "what a script of it imports",
      "a.astro",
      '---\n---\n<script>\nimport "./x";\nlet a: number;\n</script>',
      ["4 strong module ./x"],
    ],
    [
      "what comes after an attribute with code in it",
      "a.astro",
      '---\n---\n<style define:vars={{ a: { b: 1 } }}>\n@import "./y.css";\n</style>\n<script>\nimport "./x";\n</script>',
      ["7 strong module ./x", "4 strong stylesheet ./y.css"],
    ],
    [
      "what a page loads",
      "a.html",
      "<script type=module src=x.js></script>\n<link href=y.css>",
      ["1 strong path ./x.js", "2 weak path ./y.css"],
    ],
    [
      "nothing of other places",
      "a.html",
      '<a href="https://x/y"></a><a href="#b"></a><img src="data:x">',
      [],
    ],
    [
      "anything, if its script does not parse",
      "a.vue",
      "<script>const =</script>",
      ["1 strong opaque (it cannot be parsed)", "1 strong opaque (its script cannot be parsed)"],
    ],
    [
      "anything, if its script is in another language",
      "a.vue",
      '<script lang="coffee">x</script>',
      ["1 strong opaque (the language of its script is not read)"],
    ],
    [
      "anything, if a script has no end",
      "a.vue",
      "<script>import x",
      ["1 strong opaque (a part of it has no end)"],
    ],
    ["nothing by a script in a comment", "a.vue", "<!-- <script>import(x)</script> -->", []],
  ])("a component refers to %s", async (_, path, text, expected) => {
    expect([...new Set(await brief(path, text))]).toEqual(expected);
  });
});

test("a page starts at the root, at itself, or where it is served from", async () => {
  const files = {
    "app/index.html": '<script src="/src/main.ts"></script><link href="/icon.png">',
    "app/src/main.ts": "",
    "app/public/icon.png": "",
  };
  const { graph } = await graphOf({ files });
  expect(edges(graph, "app/index.html")).toEqual(["app/src/main.ts", "app/public/icon.png"]);
});

test("a component leads on to what it imports, and a name without an ending leads to it", async () => {
  const files = {
    "a.test.js": 'import Cart from "./Cart.vue";',
    "b.test.js": 'import Cart from "./Cart";',
    "Cart.vue": '<script setup>import { price } from "./price.js";</script>',
    "price.js": "export const price = 1;",
  };
  const { graph } = await graphOf({ files });
  for (const path of ["a.test.js", "b.test.js"])
    expect(graph.transitiveDependencies(p(path)).paths).toEqual([path, "Cart.vue", "price.js"]);
});

describe("whatever a file holds", () => {
  const pieces = fc.constantFrom(
    "<script>",
    "</script>",
    "<script lang='ts' ",
    "<style",
    "</style>",
    "<!--",
    "-->",
    "---\n",
    "\n",
    '"',
    "'",
    "`",
    ">",
    "{",
    "}",
    "(",
    ")",
    "$(",
    "<<EOF",
    "import ",
    "import(",
    "from ",
    "src=",
    "'./x'",
    "source x\n",
    "#import 'y'\n",
    "\\",
  );
  test("any text is read without a fault, and every line is one of the file's", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { maxLength: 40 }),
        fc.constantFrom("a.vue", "a.svelte", "a.astro", "a.html", "a.graphql", "a.sh", "a.py"),
        async (parts, path) => {
          const text = parts.join("");
          const { references } = await extract(p(path), Buffer.from(text));
          const count = text.split("\n").length;
          for (const { line } of references) {
            expect(line).toBeGreaterThanOrEqual(1);
            expect(line).toBeLessThanOrEqual(count);
          }
        },
      ),
    );
  });
});
