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
  return CODE.test(path) || STYLE.test(path);
}

/** Those of `findSpecifiers` and the names by which a file refers to the types of others. */
export function findTypeSpecifiers(path, text) {
  const seen = path.endsWith(".astro") ? findAstroTypes(text) : null;
  if (seen !== null) return visit(seen, { kind: ts.ScriptKind.TS, addresses: false });
  const scripts = MARKUP.test(path) ? scriptsIn(text) : [text];
  const named = scripts.flatMap((script) => [
    ...all(script, /\bimport\(\s*["']([^"']+)["']\s*\)/g),
    ...all(script, /@import\b[^\n]*?\bfrom\s*["']([^"']+)["']/g),
    ...all(script, /^\/\/\/\s*<reference\s+path=["']([^"']+)["']/gm).map((name) =>
      name.replace(/^(?!\.)/, "./"),
    ),
    ...(STYLE.test(path) ? [] : visit(script, { kind: ts.ScriptKind.TSX, addresses: false })),
  ]);
  return [...new Set([...findSpecifiers(path, text, { addresses: false }), ...named])];
}

/**
 * The statements that say which properties a component of Astro takes, with the types and imports that they name, as its
 * compiler makes a type of it; null where it exports values or leaves that to be inferred.
 */
function findAstroTypes(text) {
  const [, front = ""] = /^\s*---\n([\s\S]*?)\n---/.exec(text) ?? [];
  const source = ts.createSourceFile("file.ts", front, ts.ScriptTarget.ESNext, false, ts.ScriptKind.TS);
  const isExported = (node) =>
    ts.isExportDeclaration(node) ||
    ts.isExportAssignment(node) ||
    (node.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const isType = (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
  if (/\bgetStaticPaths\b|\btypeof\b/.test(front)) return null;
  if (source.statements.some((node) => isExported(node) && !isType(node))) return null;
  const wanted = new Set(["Props", ...source.statements.filter(isExported).map(({ name }) => name.text)]);
  const taken = new Set();
  for (const name of wanted)
    for (const node of source.statements.filter((each) => namesOf(each).includes(name))) {
      if (!isType(node) && !ts.isImportDeclaration(node)) return null;
      taken.add(node);
      for (const [word] of node.getText(source).matchAll(/[\w$]+/g)) wanted.add(word);
    }
  return [...taken].map((node) => node.getText(source)).join("\n");
}

/** The names that a statement gives to types. */
function namesOf(node) {
  if (!ts.isImportDeclaration(node)) return node.name?.text === undefined ? [] : [node.name.text];
  const { name, namedBindings } = node.importClause ?? {};
  const others = namedBindings === undefined ? [] : (namedBindings.elements ?? [namedBindings]);
  return [name, ...others.map((each) => each.name)].flatMap((each) => each?.text ?? []);
}

/** What a file lets others see of its types; null where only a whole program could tell. */
export function findDeclarations(path, text) {
  if (path.endsWith(".astro")) return findAstroTypes(text);
  if (!TYPED.test(path)) return null;
  if (DECLARATIONS.test(path)) return text;
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, declaration: true };
  const { outputText, diagnostics } = ts.transpileDeclaration(text, {
    fileName: path,
    compilerOptions,
    reportDiagnostics: true,
  });
  return diagnostics.length === 0 ? outputText : null;
}

/**
 * What a file declares for files that do not import it: of a module its augmentations, with all in it that they name; of any
 * other all of it. The same said twice is said once.
 */
export function findAmbient(path, text) {
  const declared = findDeclarations(path, text);
  if (declared === null) return text;
  const source = ts.createSourceFile("file.d.ts", declared, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  if (!ts.isExternalModule(source)) return declared;
  const textOf = (node) => node.getText(source);
  const taken = new Set(source.statements.filter(ts.isModuleDeclaration));
  for (const said of taken) {
    const names = namedIn(said);
    for (const node of source.statements) if (givenBy(node).some((name) => names.has(name))) taken.add(node);
  }
  return [...new Set([...taken].map(textOf))].sort().join("\n");
}

/** The names by which a declaration refers to others: the types that it uses, and the values that it asks for the types of. */
function namedIn(declaration) {
  const names = new Set();
  const enter = (node) => {
    const named = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isTypeQueryNode(node)
        ? node.exprName
        : ts.isExpressionWithTypeArguments(node) || ts.isComputedPropertyName(node)
          ? node.expression
          : undefined;
    if (named !== undefined) names.add(/^[\w$]*/.exec(named.getText(declaration.getSourceFile()))[0]);
    ts.forEachChild(node, enter);
  };
  enter(declaration);
  return names;
}

function givenBy(node) {
  if (!ts.isVariableStatement(node)) return namesOf(node);
  return node.declarationList.declarations.flatMap(({ name }) => name.text ?? []);
}

/**
 * `isVerbatim` says that imports stay of which only types are taken one by one, as `verbatimModuleSyntax` asks for. `addresses`
 * are the names in `new URL(name, import.meta.url)`: a run may load what they name, but no type comes from there.
 */
export function findSpecifiers(path, text, { isVerbatim = false, addresses = true } = {}) {
  if (STYLE.test(path)) return all(text, /@import\s+(?:url\()?["']([^"']+)["']/g);
  if (DECLARATIONS.test(path)) return [];
  if (!MARKUP.test(path)) return fromCode(text, { path, isKept: isVerbatim, addresses });
  // A template uses what its script imports, so nothing but types may be dropped there.
  const found = scriptsIn(text).flatMap((script) =>
    fromCode(script, { path: `${path}.ts`, isKept: true, addresses }),
  );
  return [...found, ...all(text, SOURCES)];
}

function scriptsIn(text) {
  return [...text.matchAll(SCRIPTS)].map((match) => match[1] ?? match[2]);
}

function all(text, pattern) {
  return [...text.matchAll(pattern)].map(([, name]) => name);
}

/** What only types need is gone from what TypeScript makes of a file. */
function fromCode(text, { path, isKept, addresses }) {
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ESNext,
    jsx: ts.JsxEmit.React,
    verbatimModuleSyntax: isKept,
  };
  const isChanged = TYPED.test(path) || path.endsWith(".jsx");
  const code = isChanged ? ts.transpileModule(text, { fileName: path, compilerOptions }).outputText : text;
  return visit(code, { kind: ts.ScriptKind.JS, addresses });
}

function visit(code, { kind, addresses }) {
  const names = new Set();
  const enter = (node) => {
    const name = ts.isNewExpression(node) && !addresses ? undefined : specifierOf(node);
    if (name !== undefined) names.add(name);
    ts.forEachChild(node, enter);
  };
  enter(ts.createSourceFile("file", code, ts.ScriptTarget.ESNext, false, kind));
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
