import { type Argument, type Expression, type Program, Visitor } from "oxc-parser";
import type { Reference } from "../extraction.ts";
import type { Lines } from "../lines.ts";
import { HERE, isImportMeta, isImportMetaUrl, nameOf, staticText } from "./static-text.ts";
import { hereReference, moduleReference } from "./text-reference.ts";

/**
 * Marks a text that may hold what only its syntax tells: `require`, `import()`, `import x = require()`,
 * `new URL()`, paths built from the file's directory, module augmentation. Where none is, no parser is needed.
 */
const NEEDS_SYNTAX =
  /\brequire\s*[.(?/[]|\bcreateRequire\b|\bimport\s*[(/]|\bimport\s*\.\s*(?:meta\s*\.\s*(?:dirname|filename|resolve|glob)|defer|source)|\bnew\s+URL\b|__dirname|__filename|\bfileURLToPath\b|\bdeclare\s+module\b|\bexport\s+import\b/;

export function needsSyntax(text: string): boolean {
  return NEEDS_SYNTAX.test(text);
}

/** The references that are made by expressions and types, not by import statements. */
export function findInSyntax(program: Program, lines: Lines): Reference[] {
  const references: Reference[] = [];
  const here = new Set(["__dirname"]);
  const requires = new Set(["require"]);
  /** Parts of a text that was read as a whole. */
  const read = new Set<object>();
  const isHere = (name: string): boolean => here.has(name);
  const strong = (offset: number, typeOnly = false) =>
    ({
      type: "import",
      strength: "strong",
      line: lines.lineAt(offset),
      ...(typeOnly ? { typeOnly } : {}),
    }) as const;
  const weak = (offset: number) =>
    ({ type: "reference", strength: "weak", line: lines.lineAt(offset) }) as const;
  const addModule = (source: Expression | Argument, offset: number): void => {
    references.push(moduleReference(staticText(source, isHere), strong(offset)));
  };
  const addHere = (node: Expression): void => {
    if (read.has(node)) return;
    const parts = staticText(node, isHere);
    if (parts.find((part) => part !== "") !== HERE) return;
    if (node.type === "BinaryExpression") markParts(node, read);
    const from = parts.indexOf(HERE);
    const reference = hereReference(parts.slice(from), weak(node.start));
    if (reference !== undefined) references.push(reference);
  };

  new Visitor({
    VariableDeclarator(node) {
      if (node.id.type !== "Identifier" || node.init === null) return;
      const parts = staticText(node.init, isHere);
      if (parts.length === 1 && parts[0] === HERE) here.add(node.id.name);
      const { init } = node;
      if (init.type === "CallExpression" && nameOf(init.callee) === "createRequire") {
        requires.add(node.id.name);
      }
    },
    ImportExpression(node) {
      addModule(node.source, node.start);
    },
    CallExpression(node) {
      const [first] = node.arguments;
      if (first === undefined) return;
      const { callee } = node;
      const isRequire = (name: Expression): boolean => name.type === "Identifier" && requires.has(name.name);
      const member = callee.type === "MemberExpression" ? nameOf(callee) : undefined;
      if (callee.type === "Identifier" && requires.has(callee.name)) addModule(first, node.start);
      else if (callee.type === "CallExpression" && nameOf(callee.callee) === "createRequire") {
        addModule(first, node.start);
      } else if (callee.type === "MemberExpression") {
        if (member === "resolve" && (isRequire(callee.object) || isImportMeta(callee.object))) {
          addModule(first, node.start);
        } else if (member === "require" && nameOf(callee.object) === "module") addModule(first, node.start);
        else if (member === "context" && isRequire(callee.object)) addGlob(first, "/**");
        else if (member === "glob" && isImportMeta(callee.object)) addGlob(first, "");
        else addHere(node);
      } else addHere(node);
    },
    TemplateLiteral: addHere,
    BinaryExpression: addHere,
    NewExpression(node) {
      const [first, second] = node.arguments;
      if (nameOf(node.callee) !== "URL" || first === undefined || second === undefined) return;
      if (!isImportMetaUrl(second)) return;
      const parts = staticText(first, isHere);
      if (parts.length === 1 && typeof parts[0] === "string" && /^[a-z][\w+.-]*:/i.test(parts[0])) return;
      const exact = parts.every((part) => typeof part === "string");
      const reference = hereReference([HERE, "/", ...parts], weak(node.start));
      if (reference !== undefined) references.push(exact ? { ...reference, strength: "strong" } : reference);
    },
    TSImportType(node) {
      references.push(moduleReference([node.source.value], strong(node.start, true)));
    },
    TSImportEqualsDeclaration(node) {
      if (node.moduleReference.type !== "TSExternalModuleReference") return;
      const typeOnly = node.importKind === "type";
      references.push(moduleReference([node.moduleReference.expression.value], strong(node.start, typeOnly)));
    },
    TSModuleDeclaration(node) {
      if (node.id.type !== "Literal") return;
      const shared = { ...strong(node.start, true), strength: "weak" } as const;
      references.push(moduleReference([node.id.value], shared));
    },
  }).visit(program);
  return references;

  function addGlob(node: Argument, tail: string): void {
    const globs = node.type === "ArrayExpression" ? node.elements : [node];
    for (const glob of globs) {
      const [text] = glob === null || glob.type === "SpreadElement" ? [null] : staticText(glob, isHere);
      if (typeof text !== "string") {
        references.push({ kind: "opaque", specifier: "*", ...strong(node.start) });
      } else if (!text.startsWith("!")) {
        const specifier = text + tail;
        const fixed = {
          prefix: /^[^*?{[(!]*/.exec(specifier)?.[0] ?? "",
          suffix: /[^*?}\])]*$/.exec(specifier)?.[0] ?? "",
        };
        references.push({ kind: "pattern", specifier, fixed, ...strong(node.start) });
      }
    }
  }
}

function markParts(node: Extract<Expression, { type: "BinaryExpression" }>, read: Set<object>): void {
  for (let { left } = node; left.type === "BinaryExpression"; { left } = left) read.add(left);
}
