import { describe, expect, test } from "vitest";
import { extract } from "../../../../src/graph/extract.ts";
import { p } from "../../repository.ts";

/** How the code reaches out, as `how what`. */
async function ways(text: string, path = "a.ts"): Promise<readonly string[]> {
  const { reachesOut = [] } = await extract(p(path), Buffer.from(text));
  return reachesOut.map(({ how, what }) => `${how} ${what}`);
}

describe("what reaches files without importing them", () => {
  test.each([
    ["import fs from 'fs'", "file-system node:fs"],
    ["import fs from 'fs'; global.found = fs", "file-system node:fs"],
    ["import fs from 'fs'; fs.globSync(name)", "glob node:fs"],
    ["import { readFile } from 'node:fs/promises'", "file-system node:fs/promises"],
    ["import { type Stats, statSync } from 'node:fs'", "file-system node:fs"],
    ["export * from 'fs'", "file-system node:fs"],
    ["const fs = await import('node:fs')", "file-system node:fs"],
    ["import fs = require('fs')", "file-system node:fs"],
    ["const fs = require('f' + 's')", "file-system node:fs"],
    ["createRequire(import.meta.url)('fs')", "file-system node:fs"],
    ["process.getBuiltinModule('fs')", "file-system node:fs"],
    ["process.binding('fs')", "file-system node:fs"],
    ["await vi.importActual('fs')", "file-system node:fs"],
    ["jest.requireActual('node:fs')", "file-system node:fs"],
    ["import { outputFile } from 'fs-extra/esm'", "file-system fs-extra/esm"],
    ["import { readPackageUp } from 'read-pkg-up'", "file-system read-pkg-up"],
    ["import 'dotenv/config'", "file-system dotenv/config"],
    ["import { build } from 'vite'", "file-system vite"],
    ["import ts from 'typescript'", "file-system typescript"],
    ["import next from 'next'", "file-system next"],
    ["import { startVitest } from 'vitest/node'", "file-system vitest/node"],
    ["process.loadEnvFile()", "file-system process.loadEnvFile"],
    ["await Deno.readTextFile('a')", "file-system Deno.readTextFile"],
    ["Bun.file('a')", "file-system Bun.file"],
    ["load(__dirname)", "file-system __dirname"],
    ["load(import.meta.dirname)", "file-system import.meta.dirname"],
    ["load(fileURLToPath(import.meta.url))", "file-system fileURLToPath"],
    ["load(new URL(name, import.meta.url))", "file-system import.meta.url"],
    ["import { spawn } from 'child_process'", "process node:child_process"],
    ["import { execa } from 'execa'", "process execa"],
    ["import { test } from '@playwright/test'", "process @playwright/test"],
    ["import { Worker } from 'node:worker_threads'", "thread node:worker_threads"],
    ["const w = new Worker(new URL('./w.js', import.meta.url))", "thread new Worker"],
    ["import Piscina from 'piscina'", "thread piscina"],
    ["import.meta.glob('./*.ts')", "glob import.meta.glob"],
    ["require.context('./pages')", "glob require.context"],
    ["import fg from 'fast-glob'", "glob fast-glob"],
    ["import(name)", "computed-import *"],
    ["require(name)", "computed-import *"],
    ["require.resolve(name)", "computed-import *"],
    ["import.meta.resolve(name)", "computed-import *"],
    ["load(require)", "computed-import require"],
    ["require.main.require('./a')", "computed-import require"],
    ["import Module from 'node:module'", "computed-import node:module"],
    ["createRequire(root)('./a')", "computed-import createRequire"],
    ["vi.mock(name)", "computed-import mock"],
    ["await vi.importActual<typeof import('./a')>(name)", "computed-import importActual"],
    ["vi.mock(`./${name}`)", "computed-import mock"],
    ["process.getBuiltinModule(name)", "computed-import getBuiltinModule"],
    ["import esmock from 'esmock'", "computed-import esmock"],
    ["eval(code)", "code eval"],
    ["(0, eval)(code)", "code eval"],
    ["const run = eval", "code eval"],
    ["eval(\"require('fs')\")", "code eval"],
    ["new Function('a', body)", "code Function"],
    ["new AsyncFunction(body)", "code AsyncFunction"],
    ["import vm from 'node:vm'", "code node:vm"],
  ])("%s reaches files without importing them", async (text, way) => {
    expect(await ways(text)).toContain(way);
  });
});

describe("what reaches no files", () => {
  test.each([
    "import type { Stats } from 'node:fs'",
    "import { type Stats, type PathLike } from 'node:fs'",
    "export type { Stats } from 'fs'",
    "let a: import('node:fs').Stats",
    "/** @type {import('node:fs').Stats} */ let a",
    "// import fs from 'fs'; eval(a); new Worker(b)\nlet a",
    "/* require('fs') */ let a",
    "const a = \"import fs from 'fs'\", b = `eval(c)`, c = 'new Worker(x)', d = '__dirname'",
    "import { join } from 'node:path'; import os from 'os'; import http from 'http'",
    "import { isMainThread, MessageChannel } from 'node:worker_threads'",
    "import { createRequire } from 'node:module'; createRequire(import.meta.url)('./a')",
    "import { a } from './fs'; import b from './glob/index.ts'; import c from '#fs'",
    "import Link from 'next/link'; import { format } from 'prettier/standalone'",
    "import { memfs } from 'memfs'; import { expect, vi } from 'vitest'; import c from 'glob-parent'",
    "import('./a'); require('./b'); require.resolve('./c'); import.meta.resolve('./d')",
    "import(`./locales/${name}.ts`)",
    "require(__dirname + '/a'); require(path.join(__dirname, 'b')); import(`${__dirname}/c.js`)",
    "load(new URL('./a.txt', import.meta.url))",
    "vi.mock('./a'); vi.mock(import('./b')); jest.mock('./c', () => ({})); vi.fn(a); sinon.mock(object)",
    "vi.mock('node:fs')",
    "Function('return this')(); page.eval(code); a instanceof Function; isFunction(b)",
    "Deno.test('a', () => {}); Deno.env.get('b'); process.cwd(); process.binding",
    "process.constructor; process.toString(); import a from 'constructor'; import b from 'node:constructor'",
    "const a = { eval: 1, Worker: 2 }; a.Worker; class Worker {}",
  ])("%s reaches no files", async (text) => {
    expect(await ways(text)).toEqual([]);
  });
});

test("each way is named once, where it is first taken", async () => {
  const text = "import a from 'node:path';\nimport fs from 'fs';\nimport b from 'node:fs';\neval(a)";
  const { reachesOut } = await extract(p("a.ts"), Buffer.from(text));
  expect(reachesOut).toEqual([
    { how: "file-system", what: "node:fs", line: 2 },
    { how: "code", what: "eval", line: 4 },
  ]);
});

test("reaching out is no part of a file's structure", async () => {
  const [plain, reaching] = await Promise.all(
    ["return 1", "return eval(String(1))"].map((body) =>
      extract(p("a.ts"), Buffer.from(`export function a(): number { ${body} }`)),
    ),
  );
  expect(reaching?.reachesOut).toHaveLength(1);
  expect(reaching?.structure).toEqual(plain?.structure);
});
