import { describe, expect, test } from "vitest";
import { extract } from "../../../src/graph/extract.ts";
import type { Structure } from "../../../src/graph/extraction.ts";
import { p } from "../repository.ts";

async function structure(text: string, path = "a.ts"): Promise<Structure> {
  return (await extract(p(path), Buffer.from(text))).structure;
}

/** Equal only if both are declarations with the same hash and the same references. */
async function isSame(before: string, after: string): Promise<boolean> {
  const [one, other] = [await structure(before), await structure(after)];
  if (one.kind === "content" || other.kind === "content") return before === after;
  return one.hash === other.hash && one.refersTo.join() === other.refersTo.join();
}

describe("a change that an importer's types can see changes the structure", () => {
  test.each([
    ["a literal type", "export const a = 1", "export const a = 2"],
    ["a truth", "export const a = true", "export const a = false"],
    ["a truth after a comment", "export const a = /* b */ true", "export const a = /* b */ false"],
    ["a second truth", "export const a = 1, b = true", "export const a = 1, b = false"],
    [
      "a truth in a namespace",
      "export namespace N { export const a = true }",
      "export namespace N { export const a = false }",
    ],
    ["a literal in brackets", "export const a = ('x')", "export const a = ('y')"],
    ["a number in brackets", "export const a = ((-1))", "export const a = ((-2))"],
    ["a template in brackets", "export const a = (`x`)", "export const a = (`y`)"],
    ["a literal that is not null", "export const a = 'x'!", "export const a = 'y'!"],
    ["nothing that is not null", "export const a = null", "export const a = null!"],
    ["the same in an object", "export const a = { b: null }", "export const a = { b: null! }"],
    [
      "the same in a parameter",
      "export function f(a = null): void {}",
      "export function f(a = (null)!): void {}",
    ],
    [
      "a hidden truth",
      "const h = true; export type T = typeof h",
      "const h = false; export type T = typeof h",
    ],
    [
      "a hidden literal in brackets",
      "const h = ('x'); export type T = typeof h",
      "const h = ('y'); export type T = typeof h",
    ],
    ["a negative", "export const a = -1", "export const a = -2"],
    ["a big negative", "export const a = -1n", "export const a = -2n"],
    ["nothing", "export const a = null", "export const a = undefined"],
    ["a readonly truth", "export class A { readonly a = true }", "export class A { readonly a = false }"],
    [
      "a readonly literal in brackets",
      "export class A { readonly a = ('x') }",
      "export class A { readonly a = ('y') }",
    ],
    [
      "a truth in a constant object",
      "export const o = { a: true } as const",
      "export const o = { a: false } as const",
    ],
    [
      "a truth in a constant list",
      "export const o = [(true)] as const",
      "export const o = [(false)] as const",
    ],
    ["an enum member in brackets", "export enum E { a = ('x') }", "export enum E { a = ('y') }"],
    ["an assigned literal", "export = 'a'", "export = 'b'"],
    ["a default literal", "export default 'a'", "export default 'b'"],
    ["a default number", "export default 1", "export default 2"],
    ["a default truth", "export default true", "export default false"],
    ["a default template", "export default `a`", "export default `b`"],
    ["a default negative", "export default -1", "export default -2"],
    ["a default in brackets", "export default ('a')", "export default ('b')"],
    ["a literal behind a template", "export const a = `x`", "export const a = `y`"],
    ["a return type", "export function f(): 1 { return x }", "export function f(): 2 { return x }"],
    ["an inferred return", "export function f() { return 1 }", "export function f() { return 'a' }"],
    [
      "a path without return",
      "export function f() { return 1 }",
      "export function f() { if (x) { return 1 } }",
    ],
    [
      "the same in an arrow",
      "export const f = () => { return 1 }",
      "export const f = () => { while (x) { return 1 } }",
    ],
    [
      "the same in a getter",
      "export class A { get a() { return 1 } }",
      "export class A { get a() { if (x) { return 1 } } }",
    ],
    [
      "the same in an object",
      "export const o = { get a() { return 1 } }",
      "export const o = { get a() { if (x) { return 1 } } }",
    ],
    [
      "the same in a default",
      "export default () => { return 1 }",
      "export default () => { try { return 1 } catch {} }",
    ],
    ["an asserted return", "export function f() { return x as A }", "export function f() { return x as B }"],
    [
      "a path without an asserted return",
      "export function f() { return x as A }",
      "export function f() { if (x) { return x as A } }",
    ],
    [
      "an empty return before an asserted one",
      "export function f() { g(); return x as A }",
      "export function f() { if (x) return; return x as A }",
    ],
    [
      "an asserted constant",
      "export function f() { const a = 1; return { a } as const }",
      "export function f() { const a = 2; return { a } as const }",
    ],
    [
      "an asserted type of a local value",
      "export const a = 1; export function f() { { var a = 1 } return x as typeof a }",
      "export const a = 1; export function f() { { var a = 'a' } return x as typeof a }",
    ],
    [
      "a second asserted return",
      "export function f() { return x as A }",
      "export function f() { if (y) { return y as B } return x as A }",
    ],
    [
      "an asserted local type",
      "import { A } from './a'; export function f() { class A { a: 1 } return x as A }",
      "import { A } from './a'; export function f() { class A { a: 2 } return x as A }",
    ],
    [
      "what an asserted function returns",
      "export const o = { f() { return () => { return 1 } } }",
      "export const o = { f() { return () => { return 'a' } } }",
    ],
    [
      "an inferred predicate",
      "export const f = (x: unknown) => typeof x === 'string'",
      "export const f = (x: unknown) => typeof x === 'number'",
    ],
    [
      "an enum behind a constant",
      "const L = 3; export enum E { a = L }",
      "const L = 4; export enum E { a = L }",
    ],
    [
      "an enum behind an enum",
      "enum B { x = 1 } export enum E { a = B.x }",
      "enum B { x = 2 } export enum E { a = B.x }",
    ],
    [
      "an enum behind an import",
      "import { L } from './l'; export enum E { a = L }",
      "import { L } from './m'; export enum E { a = L }",
    ],
    ["an enum member", "export enum E { a, b }", "export enum E { b, a }"],
    ["a computed enum member", "export enum E { a = 1 << 1 }", "export enum E { a = 1 << 2 }"],
    ["a const enum", "export const enum E { a = 1 }", "export const enum E { a = 2 }"],
    ["a string in an enum", "export enum E { a = '}', b = 1 }", "export enum E { a = '}', b = 2 }"],
    ["a hidden type", "type H = 1; export const a: H = x", "type H = 2; export const a: H = x"],
    [
      "the type of a hidden value",
      "const h = 1; export type T = typeof h",
      "const h = 2; export type T = typeof h",
    ],
    [
      "a hidden value that is computed",
      "let h = f(1); export type T = typeof h",
      "let h = f('a'); export type T = typeof h",
    ],
    [
      "a property on a function",
      "export function f(): void {} f.x = 1",
      "export function f(): void {} f.x = 'a'",
    ],
    [
      "one in a block",
      "export const f = (): void => {}; if (y) { f['x'] = 1 }",
      "export const f = (): void => {}; if (y) { f['x'] = 'a' }",
    ],
    [
      "one on a local function",
      "function f(): void {} f.x = 1; export { f }",
      "function f(): void {} f.x = 'a'; export { f }",
    ],
    [
      "one seen through typeof",
      "function f(): void {} f.x = 1; export type T = typeof f",
      "function f(): void {} f.x = 'a'; export type T = typeof f",
    ],
    ["satisfies", "export const a = { b: 'c' } satisfies X", "export const a = { b: 'd' } satisfies X"],
    ["a base class expression", "export class A extends mix(1) {}", "export class A extends mix(2) {}"],
    ["a deprecation", "export const a = 1", "/** @deprecated */ export const a = 1"],
    ["a deprecated member", "export interface I { a: 1 }", "export interface I { /** @deprecated */ a: 1 }"],
    ["a private name", "export class A { private x = 1 }", "export class A { private y = 1 }"],
    [
      "an overload",
      "export function f(a: 1): 1; export function f(a: any): any {}",
      "export function f(a: 2): 1; export function f(a: any): any {}",
    ],
    ["a default parameter", "export function f(a = 1): void {}", "export function f(a = 'x'): void {}"],
    ["a re-export", "export { a } from './x'", "export { a } from './y'"],
    ["a star", "export * from './x'", "export * from './y'"],
    ["a type-only re-export", "export { a } from './x'", "export type { a } from './x'"],
    ["a side effect", "import './x'; export const a = 1", "import './y'; export const a = 1"],
    [
      "a directive",
      "/// <reference types='x' />\nexport const a = 1",
      "/// <reference types='y' />\nexport const a = 1",
    ],
    [
      "a library",
      "/// <reference lib='dom' />\nexport const a = 1",
      "/// <reference lib='es2020' />\nexport const a = 1",
    ],
    [
      "a missing library",
      "/// <reference no-default-lib='true' />\nexport const a = 1",
      "export const a = 1",
    ],
    [
      "a directive with more than one attribute",
      "/// <reference resolution-mode='import' types='x' />\nexport const a = 1",
      "/// <reference resolution-mode='import' types='y' />\nexport const a = 1",
    ],
    [
      "a global",
      "declare global { interface W { a: 1 } } export {}",
      "declare global { interface W { a: 2 } } export {}",
    ],
    [
      "an augmentation",
      "declare module './m' { interface W { a: 1 } } export {}",
      "declare module './m' { interface W { a: 2 } } export {}",
    ],
    ["a destructured export", "export const { a } = f(1)", "export const { a } = f(2)"],
    ["a symbol", "export const s = Symbol('a')", "export const t = Symbol('a')"],
    [
      "a namespace member",
      "export namespace N { export const a = 1 }",
      "export namespace N { export const a = 2 }",
    ],
    ["a decorated class", "@d() export class A { a: 1 = x }", "@d() export class A { a: 2 = x }"],
    ["a script", "const a = 1", "const a = 2"],
    ["an awaited value", "export const a = await f(1)", "export const a = await f('x')"],
    ["a removed export", "export const a = 1; export const b = 2", "export const a = 1"],
  ])("a change that an importer's types can see changes the structure: %s", async (_, before, after) => {
    expect(await isSame(before, after)).toBe(false);
  });
});

describe("a change that no importer's types can see leaves the structure", () => {
  test.each([
    [
      "a body",
      "export function f(): number { return 1 }",
      "export function f(): number { const a = 2; return a }",
    ],
    ["a body of a method", "export class A { m(): void {} }", "export class A { m(): void { g() } }"],
    [
      "a conditional return",
      "export function f(): 1 | undefined { return 1 }",
      "export function f(): 1 | undefined { if (x) { return 1 } }",
    ],
    [
      "a body with an asserted return",
      "export function f<T>(a: T) { return g(1) as T & { b: 1 } }",
      "export function f<T>(a: T) { const h = () => { return 2 }; return g(h) as T & { b: 1 } }",
    ],
    [
      "the same in a method",
      "export class A { m() { return 1 as any as B } }",
      "export class A { m() { return 2 as any as B } }",
    ],
    ["a comment in a body", "export function f(): void {}", "export function f(): void { /* a */ }"],
    ["white space", "export const a = 1", "export   const a = 1;\n\n"],
    [
      "a local that is not seen",
      "const h = 1; export const a: string = f(h)",
      "const h = 2; export const a: string = f(h)",
    ],
    [
      "an import that is only used inside",
      "import { x } from './x'; export const a: string = x",
      "import { y } from './y'; export const a: string = y",
    ],
    ["a value with a type", "export const a: string = 'x'", "export const a: string = 'y'"],
    ["a truth with a type", "export const a: boolean = true", "export const a: boolean = false"],
    ["a truth in an object", "export const a = { b: true }", "export const a = { b: false }"],
    ["a truth that can change", "export let a = true", "export let a = false"],
    [
      "a local truth",
      "export const f = (): void => { const a = true }",
      "export const f = (): void => { const a = false }",
    ],
    [
      "an entry that is not null",
      "const h = m.get('a')!; export const a: 1 = h",
      "const h = m.get('b')!; export const a: 1 = h",
    ],
    ["a private value", "export class A { private x = f(1) }", "export class A { private x = f(2) }"],
    ["a decorator", "@d(1) export class A { a: 1 = x }", "@d(2) export class A { a: 1 = x }"],
    [
      "an assignment to something else",
      "export function f(): void { o.x = 1 }",
      "export function f(): void { o.x = 2 }",
    ],
  ])("a change that no importer's types can see leaves the structure: %s", async (_, before, after) => {
    expect(await isSame(before, after)).toBe(true);
  });
});

test("a file refers to the modules that its declarations still name", async () => {
  const text = `import { used } from './inside'; import type { T } from './type'; import './effect';
    export { a } from './again'; export * from './all'; export const b: T & import('./inline').U = used;
    import r = require('./required'); export type R = r.X;`;
  expect(await structure(text)).toMatchObject({
    refersTo: ["./again", "./all", "./effect", "./inline", "./required", "./type"],
  });
});

test("a file refers to what its directives name, though the declarations drop them", async () => {
  const text = "/// <reference path='./x.d.ts' />\nexport const a = 1";
  expect(await structure(text)).toMatchObject({ refersTo: ["./x.d.ts"] });
});

test.each([
  ["a.js", "export const a = 1"],
  ["a.jsx", "export const a = 1"],
  ["a.d.ts", "export declare const a: 1"],
  ["a.ts", "export const a = f()"],
])("%s with %j is its content", async (path, text) => {
  expect(await structure(text, path)).toEqual({ kind: "content" });
});
