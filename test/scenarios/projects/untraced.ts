import type { CheckInput } from "../../../src/index.ts";
import { type Scenario, vitestCase } from "../scenario.ts";

const VITEST: CheckInput = { name: "test", uses: "vitest", files: ["**/*.test.ts"] };
const TOOLS = ["@sveltejs/vite-plugin-svelte", "@vitejs/plugin-vue", "svelte", "vitest", "vue"];
const UNTRACED = { execution: { trace: "off" } } as const;
const PLUGINS = `import vue from "@vitejs/plugin-vue";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import path from "node:path";
const from = (to) => path.resolve(import.meta.dirname, to);
export default { plugins: [vue(), svelte()], resolve: { alias: [{ find: /^@\\//, replacement: from("src") + "/" }] } };
`;

/** Projects whose commands nobody watches, with the real tools: what a component hides, and what an alias leads to. */
export const UNTRACED_PROJECTS: readonly Scenario[] = [
  {
    name: "components between a test and the code, and an alias",
    kind: "vitest, untraced",
    tools: TOOLS,
    config: UNTRACED,
    alone: true,
    files: {
      "vitest.config.mjs": PLUGINS,
      "src/price.ts": "export const price = 3;\n",
      "src/rate.ts": "export const rate = 2;\n",
      "src/unused.ts": "export const unused = 1;\n",
      "src/Cart.vue": `<script lang="ts">\nimport { price } from "./price";\nexport const total = price;\nexport default {};\n</script>\n<template><p /></template>\n`,
      "src/Rate.svelte": `<script module lang="ts">\nimport { rate } from "@/rate";\nexport const doubled = rate * 2;\n</script>\n<p></p>\n`,
      "test/cart.test.ts": vitestCase(`import { total } from "@/Cart.vue";`, "total === 3"),
      "test/rate.test.ts": vitestCase(`import { doubled } from "../src/Rate.svelte";`, "doubled === 4"),
      "test/alias.test.ts": vitestCase(`import { rate } from "@/rate";`, "rate === 2"),
    },
    checks: [VITEST],
    predicted: ["test"],
    mutations: [
      {
        name: "what a component of Vue imports edited",
        steps: [{ write: { "src/price.ts": "export const price = 4;\n" } }],
        runs: ["test test/cart.test.ts"],
        keeps: "others",
        fails: true,
      },
      {
        name: "what an alias leads to, also through a component of Svelte, edited",
        steps: [{ write: { "src/rate.ts": "export const rate = 3;\n" } }],
        runs: ["test test/rate.test.ts", "test test/alias.test.ts"],
        keeps: "others",
        fails: true,
      },
    ],
    idle: [{ write: { "src/unused.ts": "export const unused = 2;\n" } }],
  },
];
