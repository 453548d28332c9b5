import type { Argument, Expression, Program } from "oxc-parser";
import type { Reference } from "../../extraction.ts";
import type { Lines } from "../../lines.ts";
import type { Bindings } from "../bindings.ts";
import { createWordPattern } from "../search/word-pattern.ts";
import { nameOf, staticText } from "../static-text.ts";
import { visit } from "../search/visit.ts";

/** Code without any of these words does not load code in a way that hides its name. */
const INDIRECT = createWordPattern(/\brequire\b|\bcreateRequire\b|\b(?:Shared)?Worker\b/, [
  "require",
  "createRequire",
  "Worker",
]);
/** Members of `require` that load nothing. */
const HARMLESS: ReadonlySet<string | undefined> = new Set(["main", "cache", "extensions"]);
const GLOBALS: ReadonlySet<string | undefined> = new Set(["globalThis", "window", "self", "global"]);

export function mayBeIndirect(text: string): boolean {
  return INDIRECT.test(text);
}

/**
 * Finds code that hides what it loads: `require` as a value, or a worker whose file is computed. Each is an opaque
 * reference.
 */
export function findIndirect(program: Program, bindings: Bindings, lines: Lines): Reference[] {
  const references: Reference[] = [];
  const { isRequire, isHere } = bindings;
  /** Names that do not use a value, and uses that we understand. */
  const cleared = new Set<object>();
  const clear = (node: object | null | undefined): void => {
    if (node !== null && node !== undefined) cleared.add(node);
  };
  const clearKey = (node: { readonly key: object; readonly computed?: boolean }): void => {
    if (node.computed !== true) clear(node.key);
  };
  const clearAll = (node: { readonly params: readonly object[]; readonly id?: object | null }): void => {
    for (const param of node.params) clear(param);
    clear(node.id);
  };
  const addOpaque = (specifier: string, offset: number): void => {
    const line = lines.lineAt(offset);
    references.push({ kind: "opaque", specifier, type: "import", strength: "strong", line });
  };
  const isFixed = (node: Argument): boolean =>
    node.type === "NewExpression"
      ? nameOf(node.callee) === "URL"
      : staticText(node, isHere).every((part) => part !== null);

  visit(program, {
    CallExpression(node) {
      const { callee } = node;
      if (isRequire(callee)) clear(callee);
      const loads = callee.type === "MemberExpression" && /^(?:resolve|context)$/.test(nameOf(callee) ?? "");
      if (loads && isRequire(callee.object)) clear(callee.object);
      if (nameOf(callee) === "createRequire" && !cleared.has(node)) addOpaque("createRequire", node.start);
    },
    NewExpression(node) {
      const [first] = node.arguments;
      if (/^(?:Shared)?Worker$/.test(nameOf(node.callee) ?? "") && first !== undefined && !isFixed(first)) {
        addOpaque("new Worker(*)", node.start);
      }
    },
    VariableDeclarator({ id, init }) {
      clear(id);
      if (id.type === "Identifier") clearCreated(init);
    },
    AssignmentExpression({ left, right }) {
      if (left.type !== "Identifier" || !isRequire(left)) return;
      clear(left);
      clearCreated(right);
    },
    MemberExpression(node) {
      if (!node.computed) clear(node.property);
      if (HARMLESS.has(nameOf(node))) clear(node.object);
      if (isRequire(node) && !cleared.has(node)) addOpaque("module.require", node.start);
    },
    UnaryExpression(node) {
      if (node.operator === "typeof") clear(node.argument);
    },
    FunctionDeclaration: (node) => clearAll(node),
    FunctionExpression: (node) => clearAll(node),
    ArrowFunctionExpression: (node) => clearAll(node),
    Property: clearKey,
    MethodDefinition: clearKey,
    PropertyDefinition: clearKey,
    TSPropertySignature: clearKey,
    TSMethodSignature: clearKey,
    ImportSpecifier(node) {
      clear(node.imported);
      clear(node.local);
      const renamed = node.imported.type === "Identifier" && node.imported.name === "createRequire";
      if (renamed && node.local.name !== "createRequire") addOpaque("createRequire", node.start);
    },
    TSTypeQuery: (node) => clear(node.exprName),
    Identifier(node) {
      if (isRequire(node as Expression) && !cleared.has(node)) addOpaque(node.name, node.start);
    },
  });
  return references;

  /** The result of `createRequire` is followed if a variable holds it. */
  function clearCreated(node: Expression | null): void {
    if (node?.type === "CallExpression" && isRequire(node)) clear(node);
  }
}

/** `eval` or `Function`, if the expression is one of them. */
export function madeBy(callee: Expression): string | undefined {
  if (callee.type === "ParenthesizedExpression") return madeBy(callee.expression);
  if (callee.type === "SequenceExpression") {
    const last = callee.expressions.at(-1);
    return last === undefined ? undefined : madeBy(last);
  }
  if (callee.type === "MemberExpression" && !GLOBALS.has(nameOf(callee.object))) return undefined;
  const name = nameOf(callee);
  return name === "eval" || name === "Function" ? name : undefined;
}
