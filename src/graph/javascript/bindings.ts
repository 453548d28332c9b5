import type { Expression, Program } from "oxc-parser";
import { HERE, isImportMeta, nameOf, staticText } from "./static-text.ts";
import { visit, type Visitor } from "./search/visit.ts";

/** The meaning of some names in a file. */
export interface Bindings {
  /** Whether the name holds the file's own directory. */
  readonly isHere: (name: string) => boolean;
  /** Whether it is `require`, or was made by `createRequire`. */
  readonly isRequire: (node: Expression) => boolean;
  /** The package whose `require` it is, if `createRequire` made it for a file of one. */
  readonly throughOf: (node: Expression) => string | undefined;
}

const MAY_BIND = /\bcreateRequire\b|\bdirname\b|__dirname/;

/** Ignores scopes: a name that has a meaning somewhere has it everywhere. */
export function findBindings(program: Program, text: string): Bindings {
  const here = new Set(["__dirname"]);
  const requires = new Set(["require"]);
  /** By the name of what was made; undefined where it was made in more than one way. */
  const through = new Map<string, string | undefined>([["require", undefined]]);
  const isHere = (name: string): boolean => here.has(name);
  const add = (name: string, made: Expression): void => {
    if (isCreateRequire(made)) requires.add(name);
    const owner = ownerOf(made, requires);
    through.set(name, through.has(name) && through.get(name) !== owner ? undefined : owner);
  };
  const visitor: Visitor = {
    VariableDeclarator({ id, init }) {
      if (id.type !== "Identifier" || init === null) return;
      add(id.name, init);
      const parts = staticText(init, isHere);
      if (parts.length === 1 && parts[0] === HERE) here.add(id.name);
    },
    AssignmentExpression({ left, right }) {
      if (left.type === "Identifier") add(left.name, right);
    },
  };
  if (MAY_BIND.test(text)) visit(program, visitor);
  return {
    isHere,
    isRequire: (node) =>
      (node.type === "Identifier" && requires.has(node.name)) ||
      isCreateRequire(node) ||
      (node.type === "MemberExpression" && nameOf(node) === "require" && nameOf(node.object) === "module"),
    throughOf: (node) => (node.type === "Identifier" ? through.get(node.name) : ownerOf(node, requires)),
  };
}

/** The package in `createRequire(require.resolve("name"))`. */
function ownerOf(node: Expression, requires: ReadonlySet<string>): string | undefined {
  if (!isCreateRequire(node) || node.type !== "CallExpression") return undefined;
  const [file] = node.arguments;
  if (file?.type !== "CallExpression" || file.callee.type !== "MemberExpression") return undefined;
  const { object } = file.callee;
  const resolves = isImportMeta(object) || (object.type === "Identifier" && requires.has(object.name));
  if (!resolves || nameOf(file.callee) !== "resolve") return undefined;
  const [named] = file.arguments;
  const name = named?.type === "Literal" && typeof named.value === "string" ? named.value : "";
  return file.arguments.length === 1 && /^@?[\w-]/.test(name) ? name : undefined;
}

function isCreateRequire(node: Expression): boolean {
  return node.type === "CallExpression" && nameOf(node.callee) === "createRequire";
}
