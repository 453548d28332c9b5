import type { Proof } from "../proof.ts";

const TYPED = ["packages/*/src/**/*.ts"];

export const COMPILERS: readonly Proof[] = [
  {
    tool: "tsc",
    from: "tools",
    checks: [
      { uses: "tsc", files: TYPED },
      { uses: "tsc", files: ["packages/a/src/*.ts"], cwd: "packages/a" },
    ],
  },
  {
    tool: "tsgo",
    from: "table",
    checks: [{ type: "type-check", command: "tsgo", args: ["--noEmit"], files: TYPED }],
  },
  {
    tool: "vue-tsc",
    from: "table",
    files: { "packages/a/src/App.vue": '<script setup lang="ts">\nimport { three } from "./index.js";\n</script>\n\n<template>{{ three }}</template>\n' },
    checks: [{ type: "type-check", command: "vue-tsc", args: ["--noEmit", "-p", "packages/a"], files: ["packages/a/src/*.{ts,vue}"] }],
  },
  {
    tool: "svelte-check",
    from: "table",
    files: {
      "svelte.config.js": "export default { compilerOptions: { runes: true } };\n",
      "packages/a/src/App.svelte": '<script lang="ts">\n  import { three } from "./index.js";\n</script>\n\n{three}\n',
    },
    checks: [
      { type: "type-check", command: "svelte-check", args: ["--tsconfig", "./tsconfig.json"], files: ["packages/a/src/*.{ts,svelte}"] },
      { type: "type-check", command: "svelte-check", files: ["packages/*/src/*.{ts,svelte}"], cwd: "packages/b" },
    ],
  },
  {
    tool: "babel",
    from: "table",
    files: {
      "babel.config.json": '{ "presets": [["@babel/preset-env", { "modules": false }]], "babelrcRoots": [".", "packages/*"] }\n',
      "packages/a/.babelrc.json": '{ "extends": "../../babel.shared.json" }\n',
      "babel.shared.json": '{ "comments": false }\n',
    },
    checks: [
      { type: "build", command: "babel", args: ["{files}"], files: ["packages/*/src/main.js"] },
      { type: "build", command: "babel", args: ["{files}"], files: ["packages/b/src/main.js"], cwd: "packages/b" },
    ],
  },
];
