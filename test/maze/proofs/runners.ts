import type { Proof } from "../proof.ts";
import { HOW_LOADED, NAMED_ONLY, NO_JSCONFIG, PUBLIC, typescript, VITE_LOOKS } from "../reasons.ts";

export const RUNNERS: readonly Proof[] = [
  {
    tool: "vitest",
    from: "tools",
    files: {
      "vitest.config.ts":
        'import { shared } from "./vitest.shared.ts";\n\nexport default { test: { ...shared, setupFiles: ["./test/setup"] } };\n',
      "vitest.shared.ts": 'export const shared = { pool: "threads" as const };\n',
      "vitest.named.config.ts": 'export default { test: { globalSetup: ["./test/global-setup"] } };\n',
      "test/setup.ts": "export const ready = true;\n",
      "test/global-setup.ts": "export function setup(): void {}\n",
      "packages/a/test/vitest/sum.test.ts":
        'import { expect, it } from "vitest";\nimport { three } from "./three";\n\nit("adds", () => expect(three).toBe(3));\n',
      "packages/a/test/vitest/three.ts": 'export { three } from "../../src/index.js";\n',
      // It finds the settings above, and takes the names in them from where it is started.
      "packages/b/test/setup.ts": "export const ready = true;\n",
      "packages/b/test/vitest/bare.test.ts":
        'import { expect, it } from "vitest";\n\nit("is", () => expect(1).toBe(1));\n',
    },
    checks: [
      { uses: "vitest", files: ["packages/a/test/vitest/*.test.ts"] },
      { uses: "vitest", files: ["packages/b/test/vitest/*.test.ts"], cwd: "packages/b" },
      {
        uses: "vitest",
        files: ["packages/b/test/vitest/*.test.ts"],
        args: ["run", "--config", "vitest.named.config.ts", "{files}"],
      },
    ],
    open: {
      ...VITE_LOOKS,
      ...PUBLIC,
      "index.html{,.*}": "where an application begins, which tests do not load",
    },
    unsought: {
      "vitest.{workspace,projects}.{json,js,mjs,cjs,ts,mts,cts}": "up to Vitest 3",
      ...NO_JSCONFIG,
      "all of browserslist": "read by plugins of PostCSS",
    },
    unopened: {
      "vite.config.js": "only where there is no vitest.config",
      "vite.shared.js": "only where there is no vitest.config",
    },
  },
  {
    tool: "jest --runTestsByPath",
    from: "tools",
    files: {
      "jest.config.js":
        'import shared from "./jest.shared.js";\n\nexport default { ...shared, preset: "./test/jest/jest-preset", setupFiles: ["<rootDir>/test/jest/setup"], testMatch: ["**/test/jest/*"] };\n',
      "jest.shared.js": 'export default { testEnvironment: "node" };\n',
      "babel.config.json": '{ "comments": false }\n',
      "test/jest/package.json": '{ "type": "commonjs" }\n',
      "test/jest/jest-preset.js": "module.exports = { clearMocks: true };\n",
      "test/jest/setup.js": "globalThis.ready = true;\n",
      "packages/a/test/jest/sum.test.cjs":
        'const { five } = require("./five");\n\ntest("adds", () => expect(five).toBe(5));\n',
      "packages/a/test/jest/five.cjs": "exports.five = 5;\n",
      "packages/b/test/jest/bare.test.cjs": 'test("is", () => expect(1).toBe(1));\n',
    },
    checks: [
      { uses: "jest", files: ["packages/a/test/jest/*.test.cjs"] },
      { uses: "jest", files: ["packages/b/test/jest/*.test.cjs"], cwd: "packages/b" },
    ],
    open: Object.fromEntries(
      [
        "packages/*/{src,test}/**",
        "{,packages/a/}{.dependency-cruiser,ava,eslint,playwright,postcss,prettier,rollup,stylelint,svelte,tsdown,tsup,vite,vitest,webpack}.*",
        "test/{ava-,global-,mocha-,}setup.*",
        "packages/b/package.json",
      ].map((glob) => [glob, "its map of modules is made of all files; a test gets those that it imports"]),
    ),
    unsought: {
      ".babelrc.*": "it took .babelrc, which goes first",
      ".babelignore": "looked for where a .babelrc counts",
      "all of swc": "read by @swc/jest",
      ...NO_JSCONFIG,
    },
  },
  {
    tool: "mocha",
    from: "tools",
    files: {
      ".mocharc.json": '{ "extends": "./test/mocha.shared.json", "require": ["./test/mocha-setup"] }\n',
      "test/mocha.shared.json": '{ "timeout": 5000 }\n',
      "test/mocha-setup.js": "globalThis.ready = true;\n",
      "packages/a/test/mocha/sum.cjs":
        'const { six } = require("./six.cjs");\n\nit("adds", () => { if (six !== 6) throw new Error("no"); });\n',
      "packages/a/test/mocha/six.cjs": "exports.six = 6;\n",
      // It finds the settings above, and takes the names in them from where it is started.
      "packages/b/test/mocha.shared.json": '{ "timeout": 5000 }\n',
      "packages/b/test/mocha-setup.js": "globalThis.ready = true;\n",
      "packages/b/test/mocha/bare.cjs": 'it("is", () => {});\n',
    },
    checks: [
      { uses: "mocha", files: ["packages/a/test/mocha/sum.cjs"] },
      { uses: "mocha", files: ["packages/b/test/mocha/*"], cwd: "packages/b" },
    ],
    unsought: {
      ".mocharc.mjs": "from Mocha 12 on",
      "test/mocha.opts": "up to Mocha 7",
      ...typescript("read by ts-node and its like").unsought,
    },
    unopened: typescript("read by ts-node and its like").unopened,
  },
  {
    tool: "ava",
    from: "table",
    files: {
      "ava.config.js":
        'import { shared } from "./ava.shared.js";\n\nexport default { ...shared, require: ["./test/ava-setup.js"] };\n',
      "ava.shared.js": 'export const shared = { files: ["{.,packages/*}/test/ava/*"] };\n',
      "test/ava-setup.js": "globalThis.ready = true;\n",
      "packages/a/test/ava/sum.js":
        'import test from "ava";\nimport { main } from "../../src/main.js";\n\ntest("adds", (t) => t.is(main, 2));\n',
      "packages/b/test/ava-setup.js": "globalThis.ready = true;\n",
      "packages/b/test/ava/bare.test.js": 'import test from "ava";\n\ntest("is", (t) => t.pass());\n',
    },
    checks: [
      { uses: "ava", files: ["packages/a/test/ava/*"] },
      { uses: "ava", files: ["packages/b/test/ava/*"], cwd: "packages/b" },
    ],
    open: { "{packages/b/packages,test/ava}": "directories that the patterns in its settings name" },
    ...typescript("read by @ava/typescript"),
  },
  {
    tool: "node --test",
    from: "tools",
    files: {
      "packages/a/test/node/sum.test.js":
        'import { test } from "node:test";\nimport { main } from "../../src/main.js";\n\ntest("adds", () => { if (main !== 2) throw new Error("no"); });\n',
    },
    checks: [{ uses: "node-test", files: ["packages/a/test/node/*"] }],
    unsought: {
      "node.config.json": "read with --experimental-default-config-file",
      ...typescript("read by loaders such as tsx").unsought,
    },
    unopened: { ...typescript("read by loaders such as tsx").unopened, "package.json": HOW_LOADED },
  },
  {
    tool: "tsx --test",
    from: "table",
    files: {
      "packages/a/test/tsx/sum.test.ts":
        'import { test } from "node:test";\nimport { three } from "../../src/index.js";\n\ntest("adds", () => { if (three !== 3) throw new Error("no"); });\n',
      "packages/b/test/tsx/bare.test.ts": 'import { test } from "node:test";\n\ntest("is", () => {});\n',
    },
    checks: [
      { type: "test", command: "tsx", args: ["--test", "{files}"], files: ["packages/a/test/tsx/*"] },
      {
        type: "test",
        command: "tsx",
        args: ["--test", "{files}"],
        files: ["packages/b/test/tsx/*"],
        cwd: "packages/b",
      },
    ],
    unsought: { "node.config.json": "read with --experimental-default-config-file", ...NO_JSCONFIG },
    unopened: { "packages/a/tsconfig.json": "it reads the one where it is started" },
  },
  {
    tool: "playwright",
    from: "tools",
    files: {
      "playwright.config.ts":
        'import { shared } from "./playwright.shared";\n\nexport default { ...shared, globalSetup: "./packages/a/test/playwright-setup" };\n',
      "playwright.shared.ts": 'export const shared = { testMatch: "packages/a/test/playwright/*" };\n',
      "packages/a/test/playwright-setup.ts": "export default function setup(): void {}\n",
      "packages/a/test/playwright/page.spec.ts":
        'import { test } from "@playwright/test";\nimport { three } from "../../src/index.js";\n\ntest(`shows ${three}`, () => {});\n',
      "packages/b/test/playwright/bare.spec.ts":
        'import { test } from "@playwright/test";\n\ntest("is", () => {});\n',
    },
    checks: [
      { uses: "playwright", args: ["test", "--list"], files: ["packages/a/test/playwright/*"] },
      {
        uses: "playwright",
        args: ["test", "--list", "test/playwright"],
        files: ["packages/b/test/playwright/*"],
        cwd: "packages/b",
      },
    ],
    open: { "packages/b/test/ava/bare.test.js": "with a filter, it looks for source maps in tests" },
    unsought: { "playwright-ct.config.*": "read where it tests components", ...NAMED_ONLY },
    unopened: {
      "test/jest/package.json": "the word test in its command is a directory, too",
      "test/mocha.shared.json": "the word test in its command is a directory, too",
    },
  },
];
