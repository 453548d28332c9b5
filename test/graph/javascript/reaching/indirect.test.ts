import { describe, expect, test } from "vitest";
import { extract } from "../../../../src/graph/extract.ts";
import { p } from "../../repository.ts";

async function opaque(text: string, path: string): Promise<readonly string[]> {
  const { references } = await extract(p(path), Buffer.from(text));
  return references.filter((one) => one.kind === "opaque").map((one) => one.specifier);
}

describe("code that loads what cannot be seen is opaque", () => {
  test.each([
    "const r = require; r('x')",
    "require.call(null, 'x')",
    "require['apply'](null, ['x'])",
    "(0, require)('x')",
    "load(require)",
    "module.exports = { require }",
    "const r = module.require; r('x')",
    "const r = createRequire(import.meta.url); r(name)",
    "const r = createRequire(import.meta.url); load(r)",
    "let r; r = createRequire(import.meta.url); r(name)",
    "this.r = createRequire(import.meta.url)",
    "load(createRequire(import.meta.url))",
    "import { createRequire as make } from 'module'; make(import.meta.url)(name)",
    "new Worker(file)",
    "new Worker(`./${name}.js`)",
    "new worker_threads.Worker(file)",
  ])("code that loads what cannot be seen is opaque: %s", async (text) => {
    expect(await opaque(text, "a.js")).not.toEqual([]);
  });
});

describe("what can be seen, or loads nothing, is not", () => {
  test.each([
    "const a = require('./a'); require.resolve('./b')",
    "if (require.main === module) run()",
    "delete require.cache[require.resolve('./a')]",
    "if (typeof require === 'function') a()",
    "define(function (require, exports) { require('./a') })",
    "const a = { require: true }; a.require; class B { require() {} }",
    "// const r = require\nconst a = 'eval(b)'",
    "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); require('./a')",
    "let r; r = createRequire(import.meta.url); r('./a')",
    "createRequire(import.meta.url)('./a'); createRequire(import.meta.url).resolve('./a')",
    "module.require('./a')",
    "new Worker('./a.js'); new Worker(new URL('./a.js', import.meta.url))",
    "new Worker(__dirname + '/a.js')",
    "eval('1'); new Function('return this')(); page.eval(code)",
    // What such code does is not an import.
    "eval(code); (0, eval)(code); globalThis.eval(code); new Function('a', body); Function(body)()",
  ])("code whose imports can be seen, or that loads nothing, is not opaque: %s", async (text) => {
    expect(await opaque(text, "a.js")).toEqual([]);
  });

  test("types load nothing, so they are not opaque", async () => {
    expect(await opaque("type A = typeof require; interface B { require: Function }", "a.ts")).toEqual([]);
  });
});
