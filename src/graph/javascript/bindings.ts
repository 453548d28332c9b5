import type { Expression, Program } from "oxc-parser";
import { HERE, nameOf, staticText } from "./static-text.ts";
import { visit, type Visitor } from "./search/visit.ts";

/** The meaning of some names in a file. */
export interface Bindings {
  /** Whether the name holds the file's own directory. */
  readonly isHere: (name: string) => boolean;
  /** Whether it is `require`, or was made by `createRequire`. */
  readonly isRequire: (node: Expression) => boolean;
}

const MAY_BIND = /\bcreateRequire\b|\bdirname\b|__dirname/;

/** Ignores scopes: a name that has a meaning somewhere has it everywhere. */
export function findBindings(program: Program, text: string): Bindings {
  const here = new Set(["__dirname"]);
  const requires = new Set(["require"]);
  const isHere = (name: string): boolean => here.has(name);
  const visitor: Visitor = {
    VariableDeclarator({ id, init }) {
      if (id.type !== "Identifier" || init === null) return;
      if (isCreateRequire(init)) requires.add(id.name);
      const parts = staticText(init, isHere);
      if (parts.length === 1 && parts[0] === HERE) here.add(id.name);
    },
    AssignmentExpression({ left, right }) {
      if (left.type === "Identifier" && isCreateRequire(right)) requires.add(left.name);
    },
  };
  if (MAY_BIND.test(text)) visit(program, visitor);
  return {
    isHere,
    isRequire: (node) =>
      (node.type === "Identifier" && requires.has(node.name)) ||
      isCreateRequire(node) ||
      (node.type === "MemberExpression" && nameOf(node) === "require" && nameOf(node.object) === "module"),
  };
}

function isCreateRequire(node: Expression): boolean {
  return node.type === "CallExpression" && nameOf(node.callee) === "createRequire";
}
