import type { Lines } from "../lines.ts";
import type { Reference } from "../extraction.ts";

/**
 * Text between two quotes of one kind that could name a file. The closing quote is looked at, not consumed: it
 * may be the opening quote of the next string, so no string is missed because an apostrophe came before it.
 * Comments are searched too; what they name is kept only if it exists.
 */
const QUOTED_PATH =
  /(["'`])(\.{1,2}\/[^"'`\n\r\\<>|*?:{}]+|[\w@~.+-]+(?:\/[\w@~.+\-[\]()]+)+|[\w@.+-]+\.[A-Za-z]\w{0,9})(?=\1)/g;

/** Strings that may name a file, as weak references; `known` are the specifiers that are references already. */
export function findStringPaths(text: string, lines: Lines, known: ReadonlySet<string>): Reference[] {
  const seen = new Set(known);
  const references: Reference[] = [];
  for (const match of text.matchAll(QUOTED_PATH)) {
    const specifier = match[2] as string;
    if (seen.has(specifier)) continue;
    seen.add(specifier);
    references.push({
      kind: "path",
      specifier,
      type: "reference",
      strength: "weak",
      line: lines.lineAt(match.index),
      base: "any",
    });
  }
  return references;
}

const MOCK =
  /\.\s*(?:mock|doMock|unmock|dontMock|setMock|mockModule|unstable_mockModule|importActual|importMock|requireActual|requireMock|createMockFromModule|genMockFromModule)\s*(?:<[^>()]*>)?\(\s*(["'`])([^"'`\n\r\\$]+)\1/g;
const AUGMENTED = /\bdeclare\s+module\s*(["'])([^"'\n\r\\*]+)\1/g;
const JSDOC_IMPORT = /\bimport\s*(?:\(\s*|[^"'\n;()]*?from\s*)(["'])([^"'\n\r\\]+)\1/g;

/** Modules that are named without being imported: by a mock function, an augmentation, or in a JSDoc type. */
export function findMentions(text: string, lines: Lines): Reference[] {
  const matches = [...text.matchAll(MOCK), ...text.matchAll(AUGMENTED)];
  if (text.includes("/**")) {
    for (const match of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
      if (match[0].includes("import")) matches.push(...match[0].matchAll(JSDOC_IMPORT));
    }
  }
  return matches.map((match) => ({
    kind: "module",
    specifier: match[2] as string,
    type: "import",
    strength: "weak",
    line: lines.lineAt(text.indexOf(match[0])),
  }));
}

const DIRECTIVE =
  /^[ \t]*\/\/\/[ \t]*<reference[ \t]+(?:[\w-]+[ \t]*=[ \t]*["'][^"']*["'][ \t]+)*?(path|types|lib|no-default-lib)[ \t]*=[ \t]*["']([^"']+)["'].*$/gm;

/** `/// <reference path="" />` and its kin. A library is a file of the compiler, if that is installed. */
export function findDirectives(text: string, lines: Lines): Reference[] {
  if (!text.includes("<reference")) return [];
  return [...text.matchAll(DIRECTIVE)].map((match) => {
    const [, attribute, value] = match as unknown as [string, string, string];
    const found = { type: "reference", line: lines.lineAt(match.index), typeOnly: true } as const;
    if (attribute === "path") return { kind: "path", specifier: value, strength: "strong", ...found };
    if (attribute === "types") return { kind: "module", specifier: value, strength: "strong", ...found };
    const specifier = `typescript/lib/lib${attribute === "lib" ? `.${value}` : ""}.d.ts`;
    return { kind: "module", specifier, strength: "weak", ...found };
  });
}

const IMPORT_IN_TEXT = /\b(?:from|import|require)\s*(?:\(\s*)?(["'])([^"'\n\r\\]+)\1/g;

/** What can still be found in a text that does not parse. */
export function findImportsInText(text: string, lines: Lines): Reference[] {
  return [...text.matchAll(IMPORT_IN_TEXT)].map((match) => ({
    kind: "module",
    specifier: match[2] as string,
    type: "import",
    strength: "strong",
    line: lines.lineAt(match.index),
  }));
}
