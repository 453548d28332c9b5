import { hash } from "node:crypto";
import { parseSync, type Statement } from "oxc-parser";
import type { Structure } from "../extraction.ts";

const CONTENT: Structure = { kind: "content" };
const NAMES = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
const QUOTED = /(["'`])([^"'`\n]+)\1/g;
/** A type can use a value as the name of a member, */
const MEMBER_BY_VALUE = /\[\s*[\w$.]+\s*\]\s*[?:(<]/;
/** or through `typeof`. */
const TYPE_OF = /\btypeof\b\s*([\w$]*)/g;

/**
 * What an augmenting module says to other modules: its augmentations, and the types and imports that they name, at any
 * distance. If a type may be made from a value, the whole module counts. `directives` are the specifiers of its `///
 * <reference>` lines.
 */
export function ambientStructure(text: string, extension: string, directives: readonly string[]): Structure {
  const { program, errors } = parseSync(`file${extension}`, text);
  if (errors.length > 0) return CONTENT;
  const isSaid = (statement: Statement): boolean =>
    statement.type === "TSModuleDeclaration" && statement.kind !== "namespace";
  return structureOfTypes(text, program.body, { isSaid, directives });
}

export interface SaidOptions {
  /** Whether others see the statement. */
  readonly isSaid: (statement: Statement) => boolean;
  readonly directives?: readonly string[];
}

/** What some statements say, with the types and imports that they name; the content if a value may affect it. */
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
  // Iteration over a set also visits what is added meanwhile.
  for (const each of declared)
    for (const [name] of each.matchAll(NAMES))
      for (const { isType, text: found } of named.get(name) ?? []) {
        if (!isType) return CONTENT;
        declared.add(found);
      }
  const all = [...declared].join("\n");
  if (MEMBER_BY_VALUE.test(all)) return CONTENT;
  // An imported name counts through the module that it comes from.
  const imported = new Set(statements.filter(({ type }) => type === "ImportDeclaration").flatMap(namesOf));
  const isImported = (name: string): boolean => name === "import" || imported.has(name);
  if ([...all.matchAll(TYPE_OF)].some(([, name = ""]) => !isImported(name))) return CONTENT;
  // Any quoted text may be the augmented module, or one that a type comes from.
  const quoted = [...all.matchAll(QUOTED)].map((match) => match[2] as string);
  const refersTo = [...new Set([...directives, ...quoted])].sort();
  return { kind: "declaration", hash: hash("sha256", all), refersTo };
}

interface Declared {
  /** Whether its text is complete. */
  readonly isType: boolean;
  readonly text: string;
}

const TYPES: ReadonlySet<string> = new Set([
  "ImportDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
]);
/** Only values have these names: a type needs `typeof` to use them. */
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
