import type { Argument, Expression, Program } from "oxc-parser";
import type { Evaluate } from "../evaluate/evaluate.ts";
import type { Reference } from "../extraction.ts";
import type { Lines } from "../lines.ts";
import type { Bindings } from "./bindings.ts";
import { computedReference } from "./reaching/computed-places.ts";
import { createConstantText, createIsConstant } from "./reaching/constant-text.ts";
import { globReferences } from "./reaching/globs.ts";
import { findIndirect, mayBeIndirect } from "./reaching/indirect.ts";
import type { FieldsOf } from "./reaching/settings-fields.ts";
import { spacedFrom } from "./search/find-words.ts";
import { createWordPattern } from "./search/word-pattern.ts";
import { HERE, isImportMeta, isImportMetaUrl, nameOf, staticText } from "./static-text.ts";
import { hereReference, moduleReference } from "./text-reference.ts";
import { visit } from "./search/visit.ts";

/**
 * Matches a text that may contain what only its syntax tells: `require`, `import x = require()`, `new URL()`, paths
 * built from the file's directory. Without any of these, and with every `import()` known, no parser is needed.
 */
const NEEDS_SYNTAX = createWordPattern(
  /\bimport\s*\.\s*(?:meta\s*\.\s*(?:dirname|filename|resolve|glob)|defer|source)|\bnew\s+URL\b|__dirname|__filename|\bfileURLToPath\b|\bexport\s+import\b/,
  [
    ..."meta defer source __dirname __filename fileURLToPath".split(" "),
    ...spacedFrom("new", "URL"),
    ...spacedFrom("export", "import"),
  ],
);

const MAY_START_HERE = /dirname|__filename/;

export function needsSyntax(text: string): boolean {
  return NEEDS_SYNTAX.test(text) || mayBeIndirect(text);
}

type CallExpression = Extract<Expression, { type: "CallExpression" }>;
type BinaryExpression = Extract<Expression, { type: "BinaryExpression" }>;

/** The references made by expressions and types, not by import statements. */
export function findInSyntax(
  program: Program,
  text: string,
  {
    bindings,
    evaluate,
    lines,
    fieldsOf,
  }: {
    readonly bindings: Bindings;
    readonly evaluate: () => Evaluate;
    readonly lines: Lines;
    readonly fieldsOf: FieldsOf;
  },
): Reference[] {
  const { isHere, isRequire, throughOf } = bindings;
  const references: Reference[] = mayBeIndirect(text) ? findIndirect(program, bindings, lines) : [];
  const strong = (offset: number) =>
    ({ type: "import", strength: "strong", line: lines.lineAt(offset) }) as const;
  const weak = (offset: number) =>
    ({ type: "reference", strength: "weak", line: lines.lineAt(offset), ...fieldsOf(offset) }) as const;
  const constantText = createConstantText(program);
  const isConstant = createIsConstant(program);
  const addModule = (source: Expression | Argument, offset: number, through?: string): void => {
    const constant = source.type === "Identifier" ? constantText(source.name, source.start) : undefined;
    const shared = strong(offset);
    const read = moduleReference(constant === undefined ? staticText(source, isHere) : [constant], shared);
    if (read.kind === "module" && through !== undefined) references.push({ ...read, through });
    else
      references.push(
        read.kind === "opaque"
          ? (computedReference(source, { evaluate: evaluate(), isConstant }, shared) ?? read)
          : read,
      );
  };
  const addType = (specifier: string, offset: number): void => {
    references.push(moduleReference([specifier], { ...strong(offset), typeOnly: true }));
  };

  /** Parts of a text that was already read completely. */
  const read = new Set<object>();
  const addHere = (node: Expression): void => {
    if (read.has(node)) return;
    const parts = staticText(node, isHere);
    const from = parts.findIndex((part) => part !== "");
    if (parts[from] !== HERE) return;
    if (node.type === "BinaryExpression") markParts(node, read);
    const reference = hereReference(parts.slice(from), weak(node.start));
    if (reference !== undefined) references.push(reference);
  };
  const addCall = (node: CallExpression): void => {
    const { callee } = node;
    const [first] = node.arguments;
    if (first === undefined) return;
    if (isRequire(callee)) return addModule(first, node.start, throughOf(callee));
    if (callee.type !== "MemberExpression") return addHere(node);
    const member = nameOf(callee);
    const meta = isImportMeta(callee.object);
    if (member === "resolve" && meta) return addModule(first, node.start);
    if (member === "resolve" && isRequire(callee.object))
      return addModule(first, node.start, throughOf(callee.object));
    if (member === "glob" && meta) references.push(...globReferences(first, strong(node.start), ""));
    else if (member === "context" && isRequire(callee.object)) {
      references.push(...globReferences(first, strong(node.start), "/**"));
    } else addHere(node);
  };

  visit(program, {
    CallExpression: addCall,
    ...(MAY_START_HERE.test(text) ? { TemplateLiteral: addHere, BinaryExpression: addHere } : {}),
    ImportExpression: (node) => addModule(node.source, node.start),
    NewExpression(node) {
      const [first, second] = node.arguments;
      if (nameOf(node.callee) !== "URL" || first === undefined || second === undefined) return;
      if (!isImportMetaUrl(second)) return;
      const parts = staticText(first, isHere);
      const exact = parts.every((part) => typeof part === "string");
      if (exact && /^[a-z][\w+.-]*:/i.test(parts.join(""))) return;
      const reference = hereReference([HERE, "/", ...parts], weak(node.start));
      if (reference !== undefined) references.push(exact ? { ...reference, strength: "strong" } : reference);
    },
    TSModuleDeclaration(node) {
      // An ambient module has its own imports, which are not among those of the file.
      if (node.body?.type !== "TSModuleBlock") return;
      for (const statement of node.body.body) {
        if (!("source" in statement) || statement.source === null) continue;
        addType(statement.source.value, statement.start);
      }
    },
    TSImportType: (node) => addType(node.source.value, node.start),
    TSImportEqualsDeclaration(node) {
      if (node.moduleReference.type !== "TSExternalModuleReference") return;
      const { expression } = node.moduleReference;
      if (node.importKind === "type") addType(expression.value, node.start);
      else addModule(expression, node.start);
    },
  });
  return references;
}

function markParts(node: BinaryExpression, read: Set<object>): void {
  for (let { left } = node; left.type === "BinaryExpression"; { left } = left) read.add(left);
}
