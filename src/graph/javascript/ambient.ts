import { hash } from "node:crypto";
import { parseSync, type Statement } from "oxc-parser";
import type { Structure } from "../extraction.ts";

const CONTENT: Structure = { kind: "content" };
const NAMES = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
const QUOTED = /(["'`])([^"'`\n]+)\1/g;
/** A type can take up a value as the name of a member, */
const MEMBER_BY_VALUE = /\[\s*[\w$.]+\s*\]\s*[?:(<]/;
/** or by `typeof`. */
const TYPE_OF = /\btypeof\b\s*([\w$]*)/g;

/**
 * What a module that augments others says to them: its augmentations, and the types and imports that they name, at any
 * distance. Where a type may be made from a value, all of the module counts. `directives` are the specifiers of its
 * `/// <reference>` lines.
 */
export function ambientStructure(text: string, extension: string, directives: readonly string[]): Structure {
  const { program, errors } = parseSync(`file${extension}`, text);
  if (errors.length > 0) return CONTENT;
  const isSaid = (statement: Statement): boolean =>
    statement.type === "TSModuleDeclaration" && statement.kind !== "namespace";
  return structureOfTypes(text, program.body, { isSaid, directives });
}

export interface SaidOptions {
  /** Whether a statement is said to others. */
  readonly isSaid: (statement: Statement) => boolean;
  readonly directives?: readonly string[];
}

/** What some statements say, with the types and imports that they name; the content where a value may have a part in it. */
export function structureOfTypes(
  text: string,
  statements: readonly Statement[],
  { isSaid, directives = [] }: SaidOptions,
): Structure {
  const textOf = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
  const named = new Map<string, Declared[]>();
  const said: string[] = [];
  for (const statement of statements) {
    if (isSaid(statement)) said.push(textOf(statement));
    if (isSaid(statement) && !isMadeOfTypes(statement)) continue;
    for (const name of namesOf(statement))
      named.set(name, [
        ...(named.get(name) ?? []),
        { isType: isMadeOfTypes(statement), text: textOf(statement) },
      ]);
  }
  const declared = new Set(said);
  // A set visits what is added while it is walked.
  for (const each of declared)
    for (const [name] of each.matchAll(NAMES))
      for (const { isType, text: found } of named.get(name) ?? []) {
        if (!isType) return CONTENT;
        declared.add(found);
      }
  const all = [...declared].join("\n");
  if (MEMBER_BY_VALUE.test(all)) return CONTENT;
  // What is imported counts with the module that it comes from.
  const imported = new Set(statements.filter(({ type }) => type === "ImportDeclaration").flatMap(namesOf));
  const isImported = (name: string): boolean => name === "import" || imported.has(name);
  if ([...all.matchAll(TYPE_OF)].some(([, name = ""]) => !isImported(name))) return CONTENT;
  // Whatever is quoted may be the module that it is about, or one that it takes a type from.
  const quoted = [...all.matchAll(QUOTED)].map((match) => match[2] as string);
  const refersTo = [...new Set([...directives, ...quoted])].sort();
  return { kind: "declaration", hash: hash("sha256", all), refersTo };
}

interface Declared {
  /** Whether its text says all of it. */
  readonly isType: boolean;
  readonly text: string;
}

const TYPES: ReadonlySet<string> = new Set([
  "ImportDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
]);
/** Only values have these names: a type that uses them says `typeof`. */
const VALUES: ReadonlySet<string> = new Set(["FunctionDeclaration", "VariableDeclaration"]);

export function inner(statement: Statement): Statement {
  const isExport =
    statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
  return isExport && statement.declaration !== null ? (statement.declaration as Statement) : statement;
}

export function isMadeOfTypes(statement: Statement): boolean {
  return TYPES.has(inner(statement).type);
}

/** The names that a statement gives to types, or to what is both a type and a value. */
export function namesOf(statement: Statement): readonly string[] {
  const declaration = inner(statement);
  if (declaration.type === "ImportDeclaration") return declaration.specifiers.map(({ local }) => local.name);
  if (VALUES.has(declaration.type)) return [];
  const id = "id" in declaration ? declaration.id : null;
  return id !== null && typeof id === "object" && "name" in id ? [String(id.name)] : [];
}
