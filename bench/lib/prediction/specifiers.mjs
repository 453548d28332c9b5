// The names that a file loads others by when it runs, as TypeScript's parser sees it.
import { createRequire } from "node:module";

const ts = createRequire(import.meta.url)("typescript");

const TYPED = /\.[cm]?tsx?$/;
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const MARKUP = /\.(?:vue|svelte|astro)$/;
const DECLARATIONS = /\.d\.(?:\w+\.)?[cm]?ts$/;
const STYLE = /\.(?:css|scss|less)$/;
const SCRIPTS = /<script\b[^>]*>([\s\S]*?)<\/script>|^---\n([\s\S]*?)\n---/g;
const SOURCES = /<(?:script|style|template)\b[^>]*\ssrc=["']([^"']+)["']/g;
const MOCKS = new Set([
  "mock",
  "doMock",
  "unmock",
  "importActual",
  "importMock",
  "requireActual",
  "requireMock",
]);

export function hasSpecifiers(path) {
  return (CODE.test(path) && !DECLARATIONS.test(path)) || STYLE.test(path);
}

export function findSpecifiers(path, text) {
  if (STYLE.test(path)) return all(text, /@import\s+(?:url\()?["']([^"']+)["']/g);
  if (!MARKUP.test(path)) return fromCode(text, { path, isKept: false });
  const scripts = [...text.matchAll(SCRIPTS)].map((match) => match[1] ?? match[2]);
  // A template uses what its script imports, so nothing but types may be dropped there.
  const found = scripts.flatMap((script) => fromCode(script, { path: `${path}.ts`, isKept: true }));
  return [...found, ...all(text, SOURCES)];
}

function all(text, pattern) {
  return [...text.matchAll(pattern)].map(([, name]) => name);
}

/** What only types need is gone from what TypeScript makes of a file. */
function fromCode(text, { path, isKept }) {
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ESNext,
    jsx: ts.JsxEmit.React,
    verbatimModuleSyntax: isKept,
  };
  const isChanged = TYPED.test(path) || path.endsWith(".jsx");
  const code = isChanged ? ts.transpileModule(text, { fileName: path, compilerOptions }).outputText : text;
  const source = ts.createSourceFile("file.js", code, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  const names = new Set();
  const visit = (node) => {
    const name = specifierOf(node);
    if (name !== undefined) names.add(name);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...names];
}

function specifierOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node.moduleSpecifier);
  if (ts.isNewExpression(node)) {
    const [first, second] = node.arguments ?? [];
    const isUrl = ts.isIdentifier(node.expression) && node.expression.text === "URL";
    return isUrl && second !== undefined && ts.isPropertyAccessExpression(second) ? textOf(first) : undefined;
  }
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const isLoad =
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === "require") ||
    (ts.isPropertyAccessExpression(expression) && isLoader(expression));
  return isLoad ? textOf(node.arguments[0]) : undefined;
}

function isLoader({ expression, name }) {
  if (!ts.isIdentifier(expression)) return false;
  if (expression.text === "require") return name.text === "resolve";
  return ["vi", "vitest", "jest"].includes(expression.text) && MOCKS.has(name.text);
}

/** `vi.mock(import("./a"))` names it as well. */
function textOf(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isCallExpression(node) ? specifierOf(node) : undefined;
}
