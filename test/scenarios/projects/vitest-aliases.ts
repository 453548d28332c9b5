import type { CheckInput } from "../../../src/index.ts";
import { type Scenario, vitestCase } from "../scenario.ts";

const VITEST: CheckInput = { name: "test", uses: "vitest", files: ["**/*.test.ts"] };
const TOOLS = ["@sveltejs/vite-plugin-svelte", "@vitejs/plugin-vue", "svelte", "vitest", "vue"];
const CLOSED = {
  "closed.test.ts": vitestCase(`import { two } from "./two";`, "two === 2"),
  "two.ts": "export const two = 2;\n",
};

function alias(name: string, directory: string): string {
  return `import { fileURLToPath } from "node:url";\nexport default { resolve: { alias: { ${JSON.stringify(name)}: fileURLToPath(new URL(${JSON.stringify(directory)}, import.meta.url)) } } };\n`;
}

/** Imports that only the configuration of Vite can resolve, and components between a test and the code. */
export const VITEST_ALIASES: readonly Scenario[] = [
  {
    name: "an alias of Vite",
    kind: "vitest: alias",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "vite.config.mjs": alias("@", "./src"),
      "src/price.ts": "export const price = 3;\n",
      "src/unused.ts": "export const unused = 3;\n",
      "old/price.ts": "export const price = 1;\n",
      "test/price.test.ts": vitestCase(`import { price } from "@/price";`, "price === 3"),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "what it leads to edited",
        steps: [{ write: { "src/price.ts": "export const price = 4;\n" } }],
        runs: ["test test/price.test.ts"],
        keeps: "others",
      },
      {
        name: "it leads elsewhere",
        steps: [{ replace: ["vite.config.mjs", "./src", "./old"] }],
        runs: ["test test/price.test.ts"],
      },
    ],
    idle: [{ write: { "src/unused.ts": "export const unused = 4;\n" } }],
  },
  {
    name: "endings for a platform",
    kind: "vitest: platforms",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "vite.config.mjs": `export default { resolve: { extensions: [".web.ts", ".ts"] } };\n`,
      "src/price.ts": "export const price = 3;\n",
      "src/unused.ts": "export const unused = 3;\n",
      "test/price.test.ts": vitestCase(`import { price } from "../src/price";`, "price === 3"),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "a file for it appears",
        steps: [{ write: { "src/price.web.ts": "export const price = 4;\n" } }],
        runs: ["test test/price.test.ts"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "src/unused.web.ts": "export const unused = 4;\n" } }],
  },
  {
    name: "~/ as in Nuxt",
    kind: "vitest: alias",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "vitest.config.mjs": alias("~", "."),
      "composables/useCart.ts": "export const useCart = () => ({ items: [] as string[] });\n",
      "composables/useUser.ts": "export const useUser = () => null;\n",
      "test/cart.test.ts": vitestCase(
        `import { useCart } from "~/composables/useCart";`,
        "useCart().items.length === 0",
      ),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "what it leads to edited",
        steps: [{ replace: ["composables/useCart.ts", "[] as", `["a"] as`] }],
        runs: ["test test/cart.test.ts"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "composables/useUser.ts": "export const useUser = () => 1;\n" } }],
  },
  {
    name: "$lib as in SvelteKit",
    kind: "vitest: alias",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "vite.config.mjs": alias("$lib", "./src/lib"),
      "src/lib/slug.ts": `export const slug = (text: string) => text.toLowerCase();\n`,
      "src/routes/page.test.ts": vitestCase(`import { slug } from "$lib/slug";`, `slug("A") === "a"`),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "what it leads to edited",
        steps: [{ replace: ["src/lib/slug.ts", "toLowerCase", "toUpperCase"] }],
        runs: ["test src/routes/page.test.ts"],
        keeps: "others",
      },
      {
        name: "a name that is tried first appears",
        steps: [{ write: { "src/lib/slug.mjs": "export const slug = () => 'shadow';\n" } }],
        runs: ["test src/routes/page.test.ts"],
        keeps: "others",
      },
    ],
  },
  {
    name: "paths of tsconfig",
    kind: "vitest: tsconfig paths",
    slow: true,
    tools: TOOLS,
    files: {
      ...CLOSED,
      "vite.config.mjs": "export default { resolve: { tsconfigPaths: true } };\n",
      "tsconfig.json": `{ "compilerOptions": { "paths": { "#shared/*": ["./shared/*"] } } }\n`,
      "shared/id.ts": "export const id = 1;\n",
      "other/id.ts": "export const id = 2;\n",
      "src/id.test.ts": vitestCase(`import { id } from "#shared/id";`, "id === 1"),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "what they lead to edited",
        steps: [{ write: { "shared/id.ts": "export const id = 3;\n" } }],
        runs: ["test src/id.test.ts"],
        keeps: "others",
      },
      {
        name: "they lead elsewhere",
        steps: [{ replace: ["tsconfig.json", "./shared/*", "./other/*"] }],
        runs: ["test src/id.test.ts"],
      },
    ],
  },
  {
    name: "a component of Vue between test and code",
    kind: "vitest: Vue",
    tools: TOOLS,
    files: {
      ...CLOSED,
      "vite.config.mjs": `import vue from "@vitejs/plugin-vue";\nexport default { plugins: [vue()] };\n`,
      "src/Price.vue": `<script setup>\nimport { format } from "./format";\nconst text = format(3);\n</script>\n<template><b>{{ text }}</b></template>\n`,
      "src/format.ts": "export const format = (amount: number) => `€ ${amount}`;\n",
      "src/Other.vue": "<template><i>other</i></template>\n",
      "src/Price.test.ts": vitestCase(
        `import { createSSRApp } from "vue";\nimport { renderToString } from "vue/server-renderer";\nimport Price from "./Price.vue";`,
        `(await renderToString(createSSRApp(Price))).includes("€ 3")`,
      ),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "the code behind the component edited",
        steps: [{ replace: ["src/format.ts", "€", "$"] }],
        runs: ["test src/Price.test.ts"],
        keeps: "others",
      },
      {
        name: "the component edited",
        steps: [{ replace: ["src/Price.vue", "format(3)", "format(4)"] }],
        runs: ["test src/Price.test.ts"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "src/Other.vue": "<template><i>another</i></template>\n" } }],
  },
  {
    name: "a component of Svelte between test and code",
    kind: "vitest: Svelte",
    slow: true,
    tools: TOOLS,
    files: {
      ...CLOSED,
      "vite.config.mjs": `import { svelte } from "@sveltejs/vite-plugin-svelte";\nexport default { plugins: [svelte()] };\n`,
      "src/Price.svelte": `<script>\n  import { format } from "./format";\n</script>\n<b>{format(3)}</b>\n`,
      "src/format.ts": "export const format = (amount: number) => `€ ${amount}`;\n",
      "src/Price.test.ts": vitestCase(
        `import { render } from "svelte/server";\nimport Price from "./Price.svelte";`,
        `render(Price).body.includes("€ 3")`,
      ),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "the code behind the component edited",
        steps: [{ replace: ["src/format.ts", "€", "$"] }],
        runs: ["test src/Price.test.ts"],
        keeps: "others",
      },
      {
        name: "the component edited",
        steps: [{ replace: ["src/Price.svelte", "format(3)", "format(4)"] }],
        runs: ["test src/Price.test.ts"],
        keeps: "others",
      },
    ],
  },
];
