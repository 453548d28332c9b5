import type { Proof } from "../proof.ts";
import { HOW_LOADED, NAMED_ONLY, NO_JSCONFIG, VITE_LOOKS } from "../reasons.ts";

const TYPED = ["packages/*/src/**/*.ts"];

export const COMPILERS: readonly Proof[] = [
  {
    tool: "tsc",
    from: "tools",
    checks: [
      { uses: "tsc", files: TYPED },
      { uses: "tsc", files: ["packages/a/src/*.ts"], cwd: "packages/a" },
    ],
    unsought: NO_JSCONFIG,
    unopened: { "package.json": HOW_LOADED },
  },
  {
    tool: "tsgo",
    from: "table",
    checks: [{ type: "type-check", command: "tsgo", args: ["--noEmit"], files: TYPED }],
    unsought: NO_JSCONFIG,
    unopened: {
      "package.json": HOW_LOADED,
      "packages/a/tsconfig.json": "it reads the one where it is started",
    },
  },
  {
    tool: "vue-tsc",
    from: "table",
    files: {
      "packages/a/src/App.vue":
        '<script setup lang="ts">\nimport { three } from "./index.js";\n</script>\n\n<template>{{ three }}</template>\n',
    },
    checks: [
      {
        type: "type-check",
        command: "vue-tsc",
        args: ["--noEmit", "-p", "packages/a"],
        files: ["packages/a/src/*.{ts,vue}"],
      },
    ],
    unsought: NO_JSCONFIG,
    unopened: { "package.json": HOW_LOADED, "tsconfig.json": "its command names another" },
  },
  {
    tool: "svelte-check",
    from: "table",
    files: {
      "svelte.config.js": "export default { compilerOptions: { runes: true } };\n",
      "packages/a/src/App.svelte":
        '<script lang="ts">\n  import { three } from "./index.js";\n</script>\n\n{three}\n',
    },
    checks: [
      {
        type: "type-check",
        command: "svelte-check",
        args: ["--tsconfig", "./tsconfig.json"],
        files: ["packages/*/src/*.{ts,svelte}"],
      },
      {
        type: "type-check",
        command: "svelte-check",
        files: ["packages/*/src/*.{ts,svelte}"],
        cwd: "packages/b",
      },
    ],
    hurried: {
      ...VITE_LOOKS,
      "{.postcssrc,postcss.config}*": "it ends while vite still looks for settings",
    },
    unsought: {
      ...NAMED_ONLY,
      ...Object.fromEntries(
        ["vite.config.mjs", "vite.config.cjs", "vite.config.ts", "vite.config.mts", "vite.config.cts"].map(
          (name) => [name, "it took vite.config.js, which goes first"],
        ),
      ),
      "svelte.config.mjs": "it took svelte.config.js, which goes first",
      "svelte.config.ts": "it took svelte.config.js, which goes first",
      "all of browserslist": "read by plugins of PostCSS",
    },
    unopened: {
      "packages/a/package.json": HOW_LOADED,
      "packages/a/tsconfig.json": "it reads the one where it is started",
      "packages/b/package.json": HOW_LOADED,
    },
  },
  {
    tool: "babel",
    from: "table",
    files: {
      "babel.config.json":
        '{ "presets": [["@babel/preset-env", { "modules": false }]], "babelrcRoots": [".", "packages/*"] }\n',
      "packages/a/.babelrc": '// Ours\n{ "extends": "../../babel.shared.json" }\n',
      "babel.shared.json": '{ "comments": false }\n',
    },
    checks: [
      { type: "build", command: "babel", args: ["{files}"], files: ["packages/*/src/main.js"] },
      {
        type: "build",
        command: "babel",
        args: ["{files}"],
        files: ["packages/b/src/main.js"],
        cwd: "packages/b",
      },
    ],
  },
];
