import type { Argument, Expression, Program } from "oxc-parser";
import { nameOf } from "./static-text.ts";
import { visit } from "./search/visit.ts";

const COMPARING = /^(?:includes|startsWith|endsWith|indexOf|lastIndexOf)$/;
const EQUALITY = /^[!=]==?$/;

/**
 * Tells which expressions are only compared with other texts, directly or as a constant: the files that they name are
 * not opened.
 */
export function findCompared(program: Program): (node: Expression) => boolean {
  const compared = new Set<Expression | Argument>();
  const comparisons = new Map<string, number>();
  const mentions = new Map<string, number>();
  const constants = new Map<string, Expression | null>();
  const compare = (node: Expression | Argument): void => {
    compared.add(node);
    if (node.type === "Identifier") count(comparisons, node.name);
  };
  visit(program, {
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === "MemberExpression" && first !== undefined && COMPARING.test(nameOf(callee) ?? ""))
        compare(first);
    },
    BinaryExpression({ operator, left, right }) {
      if (!EQUALITY.test(operator)) return;
      compare(left);
      compare(right);
    },
    VariableDeclaration({ kind, declarations }) {
      for (const { id, init } of declarations)
        // Ignores scopes: a name with two values counts as unknown.
        if (kind === "const" && id.type === "Identifier" && init !== null)
          constants.set(id.name, constants.has(id.name) ? null : init);
    },
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type !== "VariableDeclaration") return;
      for (const { id } of declaration.declarations) if (id.type === "Identifier") count(mentions, id.name);
    },
    Identifier: ({ name }) => count(mentions, name),
    JSXIdentifier: ({ name }) => count(mentions, name),
  });
  for (const [name, init] of constants)
    // One mention is the declaration. An export is a further mention, because an exported constant may be used
    // anywhere.
    if (init !== null && (comparisons.get(name) ?? 0) === (mentions.get(name) ?? 0) - 1) compared.add(init);
  return (node) => compared.has(node);
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
