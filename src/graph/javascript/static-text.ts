import type { Argument, Expression } from "oxc-parser";

/** The directory of the file itself, as a part of a text. */
export const HERE: unique symbol = Symbol("here");

/** A text as far as the syntax tells it: fixed parts, the file's directory, and null for unknown parts. */
export type TextPart = string | typeof HERE | null;

/** Knows which variables hold the file's directory. */
export type IsHere = (name: string) => boolean;

/** Evaluates what can be evaluated without running anything. */
export function staticText(node: Expression | Argument, isHere: IsHere): readonly TextPart[] {
  switch (node.type) {
    case "Literal":
      return [typeof node.value === "string" ? node.value : null];
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
      return staticText(node.expression, isHere);
    case "TemplateLiteral":
      return node.quasis.flatMap((quasi, at) => {
        const hole = node.expressions[at];
        const text: TextPart = quasi.value.cooked ?? null;
        return hole === undefined ? [text] : [text, ...staticText(hole, isHere)];
      });
    case "BinaryExpression":
      if (node.operator !== "+") return [null];
      return [...staticText(node.left, isHere), ...staticText(node.right, isHere)];
    case "Identifier":
      return [isHere(node.name) ? HERE : null];
    case "MemberExpression":
      return [isImportMeta(node.object) && nameOf(node) === "dirname" ? HERE : null];
    case "CallExpression":
      return callText(node, isHere);
    default:
      return [null];
  }
}

/** `join(here, "a", "b")`, `dirname(fileURLToPath(import.meta.url))`, `dirname(__filename)`. */
function callText(
  node: Extract<Expression, { type: "CallExpression" }>,
  isHere: IsHere,
): readonly TextPart[] {
  const name = nameOf(node.callee);
  const [first, ...rest] = node.arguments;
  if (first === undefined) return [null];
  if (name === "dirname") return [isOwnFile(first) ? HERE : null];
  if (name !== "join" && name !== "resolve") return [null];
  const start = staticText(first, isHere);
  if (start[0] !== HERE) return [null];
  const parts: TextPart[] = [...start];
  for (const argument of rest) parts.push("/", ...staticText(argument, isHere));
  return parts;
}

function isOwnFile(node: Argument): boolean {
  if (node.type === "Identifier") return node.name === "__filename";
  if (node.type === "MemberExpression") return isImportMeta(node.object) && nameOf(node) === "filename";
  const [argument] = node.type === "CallExpression" ? node.arguments : [];
  return argument !== undefined && isImportMetaUrl(argument);
}

export function isImportMetaUrl(node: Expression | Argument): boolean {
  return node.type === "MemberExpression" && isImportMeta(node.object) && nameOf(node) === "url";
}

export function isImportMeta(node: { readonly type: string }): boolean {
  return node.type === "MetaProperty";
}

/** The last name of `a`, `a.b` or `a.b.c`. */
export function nameOf(node: Expression | Argument): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression" || node.computed) return undefined;
  return node.property.type === "Identifier" ? node.property.name : undefined;
}
