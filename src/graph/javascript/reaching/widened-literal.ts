import { type Expression, parseSync, Visitor } from "oxc-parser";

/** In a declaration text: a name with a type that may be a widened literal. */
const WIDE = /(?<![^\s:;,(){}"])([^\s:;,(){}"]+): (?:string|number|boolean|bigint|null|undefined)(?=[;,])/g;
/** The same at any position: without a match, nothing was widened. */
const ANY_WIDE = /\b(?:string|number|boolean|bigint|null|undefined)\b/;
/** In a source, after a name: a value that may be such a literal. A comment may hide one. */
const SUSPECT = /\s*(?:\/[/*]|=\s*(?:\(|true\b|false\b|\/[/*]))/y;
const NON_NULL = /(?:["'`\d]|\b(?:null|undefined|true|false))(?:\s|\)|\/\*)*!(?!=)/;

/**
 * Whether the emitter printed a wide type where TypeScript keeps a literal: it widens a `const` that is a boolean or in
 * parentheses, and a literal with a non-null assertion. Anything else that it cannot print as TypeScript sees it, it
 * reports as an error.
 */
export function hasWidenedLiteral(text: string, code: string, extension: string): boolean {
  if (!ANY_WIDE.test(code)) return false;
  const names = /\bconst\b/.test(code) ? [...code.matchAll(WIDE)].map((match) => match[1] as string) : [];
  const wide = new Set(names.filter((name) => isSuspect(name, text)));
  if (wide.size === 0 && !NON_NULL.test(text)) return false;
  let found = false;
  new Visitor({
    VariableDeclaration({ kind, declarations }) {
      if (kind !== "const") return;
      found ||= declarations.some(
        ({ id, init }) =>
          id.type === "Identifier" &&
          wide.has(id.name) &&
          (id.typeAnnotation ?? null) === null &&
          init !== null &&
          isWidened(init),
      );
    },
    TSNonNullExpression(node) {
      found ||= isLiteral(node);
    },
  }).visit(parseSync(`file${extension}`, text).program);
  return found;
}

/** Whether the name may be given such a literal somewhere. A name written with escapes is not found, so it counts. */
function isSuspect(name: string, text: string): boolean {
  if (text.includes("\\u")) return true;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    SUSPECT.lastIndex = at + name.length;
    if (SUSPECT.test(text)) return true;
  }
  return false;
}

function isWidened(node: Expression): boolean {
  const plain = node.type === "Literal" || node.type === "TemplateLiteral" || node.type === "UnaryExpression";
  return plain ? node.type === "Literal" && typeof node.value === "boolean" : isLiteral(node);
}

function isLiteral(node: Expression): boolean {
  switch (node.type) {
    case "ParenthesizedExpression":
    case "TSNonNullExpression":
      return isLiteral(node.expression);
    case "Literal":
    case "TemplateLiteral":
    case "UnaryExpression":
      return true;
    case "Identifier":
      return node.name === "undefined";
    default:
      return false;
  }
}
