import type { Expression, Program, Statement } from "oxc-parser";
import { bindParams, callable, declaredFunction, type Evaluate } from "../evaluate/evaluate.ts";
import { textOf, type Value } from "../evaluate/value.ts";
import type { Reference } from "../extraction.ts";
import type { Lines } from "../lines.ts";
import { findCompared } from "./compared.ts";
import type { FieldsOf } from "./reaching/settings-fields.ts";
import { createWordPattern } from "./search/word-pattern.ts";
import { nameOf } from "./static-text.ts";
import { visit } from "./search/visit.ts";

/** Matches a text that may build a file name from constants. */
const PLACES = createWordPattern(
  /\bpath\s*\.\s*(?:posix\s*\.\s*)?(?:join|resolve)\s*\(\s*["'`\w$]|(?<![.\w$])join\(\s*["'`\w$]|(?<![.\w$])resolve\(\s*(?:[A-Z][A-Z\d_]+\b|process\b|["'`][^"'`\n]*(?:[./]|["'`]\s*,))|\$\{[A-Z][A-Z\d_]*\}\/|\b[A-Z][A-Z\d_]*\s*\+\s*["'`]\//,
  ["join", "resolve", '"/', "'/", "`/", ...[..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((one) => `\${${one}`)],
);
/** Matches a text that may export a text, or an object with one, that names a place. */
const EXPORTED_PLACES = createWordPattern(
  /(?:\bexport const \w+(?:\s*:\s*string)?|\bexports\.\w+)\s*=\s*["'`](?:\.{1,2}|[\w-][\w.-]*)\/|(?:^|\n)(?:export default|module\.exports =|(?:export )?const \w+[^=\n]{0,40}=)\s*(?:[\w.]+\()?\{[^]{0,1000}?:\s*["'`](?:\.{1,2}|[\w-][\w.-]*)\/[\w./-]*["'`]/,
  ["const ", "export default", "exports"],
);
/** Every match of it contains this, which is found faster. Hardly any text contains it. */
const GIVES_PLACE = /[:=]\s*["'`](?:\.{1,2}|[\w-][\w.-]*)\//;
const STARTED = /^<(here|cwd|file|\S+ from [^>]+)>\/?(.*)$/s;
const NAMES_FILE = /^[^\n\r<>|*?:"'`{}]*[./][^\n\r<>|*?:"'`{}]*$/;

export function mayNamePlaces(text: string): boolean {
  return PLACES.test(text) || (GIVES_PLACE.test(text) && EXPORTED_PLACES.test(text));
}

export interface PlaceOptions {
  readonly evaluate: Evaluate;
  readonly lines: Lines;
  readonly fieldsOf: FieldsOf;
}

/** Files named by texts that are built from constants. */
export function findPlaces(program: Program, { evaluate, lines, fieldsOf }: PlaceOptions): Reference[] {
  const references: Reference[] = [];
  const isCompared = findCompared(program);
  const add = (node: Expression): void => {
    if (isCompared(node)) return;
    const value = evaluate(node);
    for (const text of value.kind === "text" ? value.texts : []) {
      const reference = placeReference(text, lines.lineAt(node.start));
      if (reference !== undefined) references.push({ ...reference, ...fieldsOf(node.start) });
    }
  };
  visit(program, {
    CallExpression(node) {
      // A function of the file itself may join too.
      if (node.callee.type === "Identifier" || /^(?:join|resolve)$/.test(nameOf(node.callee) ?? ""))
        add(node);
    },
    NewExpression(node) {
      if (nameOf(node.callee) === "URL") add(node);
    },
    TemplateLiteral(node) {
      if (node.expressions.length > 0) add(node);
    },
    BinaryExpression(node) {
      if (node.operator === "+") add(node);
    },
  });
  return references;
}

export function placeReference(text: string, line: number): Reference | undefined {
  const [, start, written = ""] = STARTED.exec(text) ?? [];
  const rest = written.replace(/^(?:\.?\/)+/, "");
  const shared = { kind: "path", type: "reference", strength: "weak", line, directory: true } as const;
  const named = start === undefined ? text : rest;
  if (!NAMES_FILE.test(`./${named}`) || !/[^./]/.test(named)) return undefined;
  if (start === "here" || start === "file") return { ...shared, specifier: beside(named), base: "file" };
  if (start === "cwd") return { ...shared, specifier: named, base: "any" };
  // Most functions take words, not file names.
  if (start?.includes("() from ") === true && !/[/.]/.test(named)) return undefined;
  if (start !== undefined) return { ...shared, specifier: named, constant: start };
  return NAMES_FILE.test(named) ? { ...shared, specifier: named, base: "any" } : undefined;
}

function beside(named: string): string {
  return named.startsWith("../") ? named : `./${named}`;
}

/** Marks a function's argument in the place that the function names. */
export const GIVEN = "{given}";

/**
 * The top-level constants of a module that name a place, and the functions that name one with their argument, for
 * importers of the module.
 */
export function findConstants(program: Program, evaluate: Evaluate): Readonly<Record<string, string>> {
  const found: (readonly [string, string])[] = [];
  for (const statement of program.body) {
    if (statement.type === "ExportDefaultDeclaration")
      found.push(...placesIn(evaluate(statement.declaration as Expression), "default"));
    if (statement.type === "ExpressionStatement") found.push(...placesOfAssignment(statement, evaluate));
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "FunctionDeclaration" && statement !== declared)
      found.push(...placeOfFunction(declared.id?.name, declaredFunction(declared), evaluate));
    if (declared?.type !== "VariableDeclaration" || declared.kind !== "const") continue;
    for (const { id, init } of declared.declarations) {
      if (id.type === "Identifier" && init !== null && statement !== declared)
        found.push(...placeOfFunction(id.name, callable(init), evaluate));
      const value = id.type === "Identifier" && init !== null ? evaluate(init) : undefined;
      if (id.type === "Identifier" && value?.kind === "map" && statement !== declared)
        found.push(...placesIn(value, id.name));
      if (id.type !== "Identifier" || value?.kind !== "text" || value.texts.length !== 1) continue;
      const [text = ""] = value.texts;
      const isExported = statement !== declared && NAMES_FILE.test(text);
      if (/^<(?:here|cwd)>/.test(text) || isExported) found.push([id.name, text]);
    }
  }
  return Object.fromEntries(found);
}

const MOST_NAMES = 3;

/** The places that an exported value names: itself, or members of it at some depth. */
function placesIn(value: Value, ...names: readonly string[]): readonly (readonly [string, string])[] {
  if (value.kind === "map" && names.length <= MOST_NAMES)
    return value.entries.flatMap(([name, each]) => placesIn(each, ...names, name));
  const [text = "", ...others] = value.kind === "text" ? value.texts : [];
  const isPlace = others.length === 0 && (/^<(?:here|cwd)>/.test(text) || NAMES_FILE.test(text));
  return isPlace ? [[names.length === 0 ? "*" : names.join("."), text]] : [];
}

/** For `module.exports = ...`, `module.exports.name = ...` and `exports.name = ...`. */
function placesOfAssignment(
  { expression }: Extract<Statement, { type: "ExpressionStatement" }>,
  evaluate: Evaluate,
): readonly (readonly [string, string])[] {
  if (expression.type !== "AssignmentExpression" || expression.left.type !== "MemberExpression") return [];
  const { left, right } = expression;
  const isWhole = nameOf(left.object) === "module" && nameOf(left) === "exports";
  if (isWhole) return placesIn(evaluate(right));
  const name = nameOf(left);
  return nameOf(left.object) === "exports" && name !== undefined ? placesIn(evaluate(right), name) : [];
}

/** For a function that appends its argument to a place. */
function placeOfFunction(
  name: string | undefined,
  called: ReturnType<typeof callable>,
  evaluate: Evaluate,
): readonly (readonly [string, string])[] {
  if (name === undefined || called === undefined || called.params.length !== 1) return [];
  const value: Value = evaluate(called.body, bindParams(called, [textOf(GIVEN)]));
  const [text = "", ...others] = value.kind === "text" ? value.texts : [];
  return others.length === 0 && /^<(?:here|cwd)>/.test(text) && text.endsWith(`/${GIVEN}`)
    ? [[`${name}()`, text]]
    : [];
}
