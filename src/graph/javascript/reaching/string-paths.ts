import { hasWildcard } from "../../../paths/glob.ts";
import { memo } from "../../../values/memo.ts";
import type { Reference } from "../../extraction.ts";
import type { Lines } from "../../lines.ts";
import { fieldNames, spacedFrom } from "../search/find-words.ts";
import { createWordPattern } from "../search/word-pattern.ts";
import { createFieldsOf, type FieldsOf } from "./settings-fields.ts";

/**
 * Text between two quotes of one kind that could name a file. The closing quote is matched but not consumed: it may
 * open the next string, so an earlier apostrophe hides no string. Comments are searched too; what they name is kept
 * only if it exists.
 */
const QUOTED_PATH =
  /(["'`])(\.{1,2}\/[^"'`\n\r\\<>|*?:{}]+|[\p{L}\p{M}\p{N}_@~.+ -]+\/[\p{L}\p{M}\p{N}_@~.+ \-[\]()/]+|[\p{L}\p{M}\p{N}_@.+ -]+\.[A-Za-z]\w{0,9})(?=\1)/gu;
/** `join("a", "b")`, also in Python, and from the working directory of the program. */
const JOINED = createWordPattern(
  /\b(?:join|resolve)\(\s*(?:process\.cwd\(\)\s*,\s*)?((?:"[^"\n\r\\]*"|'[^'\n\r\\]*')(?:\s*,\s*(?:"[^"\n\r\\]*"|'[^'\n\r\\]*'))*)\s*,?\s*\)/g,
  ["join(", "resolve("],
);
const LISTS_DIRECTORIES = /readdir|opendir|\bglob(?!al)|walk|scandir|\bcp(?:Sync)?\b/i;
/** Calls and fields that take a glob, or a directory whose files are loaded. */
const GLOBBED = createWordPattern(
  /\b(?:glob(?!al)\w*|fg|fast[gG]lob|tinyglobby|load\w*|walk\w*|expand\w*)(?:\.\w+)?\s*\(\s*((?:\[\s*)?(?:(?:"[^"\n]*"|'[^'\n]*'|`[^`\n$]*`)\s*,?\s*)+)/g,
  ["glob", "fg", "fastGlob", "load", "walk", "expand"],
);
const FIELD = createWordPattern(
  /\b(?:directory|migrations\w*|seeds|schemas?|documents|entities|subscribers|templates|views|partials|locales\w*)["']?\s*:\s*((?:\[\s*)?(?:(?:"[^"\n]*"|'[^'\n]*'|`[^`\n$]*`)\s*,?\s*)+)/g,
  [
    "migrations",
    "locales",
    ...fieldNames("directory", "seeds", "schema", "schemas", "documents", "entities", "subscribers"),
    ...fieldNames("templates", "views", "partials"),
  ],
);
/** What settings put before every style sheet: `additionalData: '@use "/src/variables" as *;'`. */
const STYLES = createWordPattern(
  /@(?:use|forward|import)\s+(?:\([^()\n]*\)\s*)?\\?(["'])([^"'\n\r\\$]+)\\?\1/g,
  ["@use", "@forward", "@import"],
);
const LITERAL = /(["'`])([^"'`\n]+)\1/g;
/** Jest's word for the directory of the package. */
const ROOTED = /(["'`])<rootDir>\/([^"'`\n\r\\<>|*?:{}]+)(?=\1)/g;
const LONGEST_NAME = 260;
const SCRIPTS = [".ts", ".js", ".mts", ".cts", ".mjs", ".cjs", ".tsx", ".jsx", ".json", ".node"];
/** What a path in settings may omit: the extension, or the whole file name in a directory. */
const LOADED_ENDINGS = [...SCRIPTS, ...SCRIPTS.map((ending) => `/index${ending}`)];

export interface StringPathOptions {
  readonly lines: Lines;
  /** The references found so far, by `referenceKey`. */
  readonly known?: ReadonlySet<string>;
  readonly fieldsOf?: FieldsOf;
  /** Whether the text at an offset is a comment. */
  readonly isComment?: (offset: number) => boolean;
}

/** In two fields a specifier has two meanings; outside of fields it may have any. */
export function referenceKey({ specifier, within = [] }: Pick<Reference, "specifier" | "within">): string {
  return [...within, specifier].join("\0");
}

/** Strings that may name a file, as weak references. */
export function findStringPaths(
  text: string,
  { lines, known = new Set(), fieldsOf = createFieldsOf(text), isComment = () => false }: StringPathOptions,
): readonly Reference[] {
  const seen = new Set(known);
  const references: Reference[] = [];
  const directory = memo(() => (LISTS_DIRECTORIES.test(text) ? { directory: true } : {}));
  const add = (specifier: string, offset: number, more: Pick<Reference, "endings"> = {}): void => {
    const { within = [] } = fieldsOf(offset);
    const key = referenceKey({ specifier, within });
    if (known.has(specifier) || seen.has(key)) return;
    // Code may also name what a comment names.
    const said = isComment(offset) ? ({ comment: true } as const) : {};
    if ("comment" in said && seen.has(`${key}\0comment`)) return;
    seen.add("comment" in said ? `${key}\0comment` : key);
    const found = { type: "reference", strength: "weak", line: lines.lineAt(offset), base: "any" } as const;
    const named = within.length === 0 ? {} : { within, endings: LOADED_ENDINGS };
    references.push({ kind: "path", specifier, ...found, ...directory(), ...named, ...more, ...said });
  };
  for (const match of text.matchAll(QUOTED_PATH)) add(match[2] as string, match.index);
  for (const match of JOINED.matchAll(text)) {
    const parts = (match[1] as string).split(/["']\s*,\s*["']/);
    add(parts.join("/").slice(1, -1), match.index);
  }
  for (const pattern of [GLOBBED, FIELD])
    for (const match of pattern.matchAll(text))
      for (const [, , named = ""] of (match[1] as string).matchAll(LITERAL))
        references.push(
          ...listed(named, lines.lineAt(match.index)).map((one) => ({
            ...one,
            ...fieldsOf(match.index + match[0].length),
          })),
        );
  for (const match of STYLES.matchAll(text)) {
    const { within } = fieldsOf(match.index);
    if (within === undefined || isComment(match.index)) continue;
    const found = { type: "reference", strength: "weak", line: lines.lineAt(match.index) } as const;
    references.push({ kind: "stylesheet", specifier: match[2] as string, ...found, within });
  }
  if (text.includes("<rootDir>")) {
    const more = { endings: LOADED_ENDINGS };
    for (const match of text.matchAll(ROOTED)) add(`./${match[2] as string}`, match.index, more);
  }
  return references;
}

/** A glob counts as every file that matches, and a directory as every file in it, including new files. */
function listed(named: string, line: number): readonly Reference[] {
  const shared = { type: "reference", strength: "weak", line, base: "any" } as const;
  if (named.startsWith("!") || named.length > LONGEST_NAME || /^[a-z][\w+.-]*:/i.test(named)) return [];
  if (!hasWildcard(named))
    return /[^./]/.test(named) ? [{ kind: "path", specifier: named, directory: true, ...shared }] : [];
  const prefix = /^[^*?{[(!]*/.exec(named)?.[0] ?? "";
  const suffix = /[^*?}\])]*$/.exec(named)?.[0] ?? "";
  const placed = /^[./]/.test(prefix) ? prefix : `./${prefix}`;
  return /[^./]/.test(prefix + suffix)
    ? [{ kind: "pattern", specifier: named, fixed: { prefix: placed, suffix }, ...shared }]
    : [];
}

const MOCK = createWordPattern(
  /\.\s*(?:mock|doMock|unmock|dontMock|setMock|mockModule|unstable_mockModule|importActual|importMock|requireActual|requireMock|createMockFromModule|genMockFromModule)\s*(?:<[^>()]*>)?\(\s*(["'`])([^"'`\n\r\\$]+)\1/g,
  ["mock", "Mock", "Actual"],
);
const AUGMENTED = createWordPattern(
  /\bdeclare\s+module\s*(["'])([^"'\n\r\\*]+)\1/g,
  spacedFrom("declare", "module"),
);
const JSDOC_IMPORT = /(?:@import\b[^"';()]{0,400}?\bfrom\s*|\bimport\s*\(\s*)(["'])([^"'\n\r\\]+)\1/g;
const TYPED = /\.[mc]?tsx?$/;

export interface MentionOptions {
  readonly lines: Lines;
  readonly extension: string;
  /** Whether the text is not a module. */
  readonly isScript: () => boolean;
}

/**
 * Modules that are named without being imported: by a mock function, an augmentation, or a JSDoc type, which a compiler
 * reads only in code without types. Outside of a module, `declare module` augments nothing: it is the complete
 * declaration.
 */
export function findMentions(text: string, { lines, extension, isScript }: MentionOptions): Reference[] {
  const mention = (match: RegExpMatchArray): Reference => ({
    kind: "module",
    specifier: match[2] as string,
    type: "import",
    strength: "weak",
    line: lines.lineAt(text.indexOf(match[0])),
  });
  const augmented = [...AUGMENTED.matchAll(text)];
  const types = augmented.length > 0 && isScript() ? [] : augmented;
  if (text.includes("/**") && !TYPED.test(extension)) {
    for (const match of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
      if (match[0].includes("import")) types.push(...match[0].matchAll(JSDOC_IMPORT));
    }
  }
  return [
    ...[...MOCK.matchAll(text)].map(mention),
    ...types.map((match) => ({ ...mention(match), typeOnly: true })),
  ];
}

const DIRECTIVE =
  /^[ \t]*\/\/\/[ \t]*<reference[ \t]+(?:[\w-]+[ \t]*=[ \t]*["'][^"']*["'][ \t]+)*?(path|types|lib|no-default-lib)[ \t]*=[ \t]*["']([^"']+)["'].*$/gm;

/** `/// <reference path="" />` and similar lines. A library is a file of the compiler, if that is installed. */
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

/** The imports that can still be found in a text that does not parse. */
export function findImportsInText(text: string, lines: Lines): Reference[] {
  return [...text.matchAll(IMPORT_IN_TEXT)].map((match) => ({
    kind: "module",
    specifier: match[2] as string,
    type: "import",
    strength: "strong",
    line: lines.lineAt(match.index),
  }));
}

const IMPORT_IN_STRING = /\b(?:from|import|require)\s*(?:\(\s*)?\\?(["'])(\.{1,2}(?:\/[^"'\n\r\\$]*)?)\\?\1/g;

/** What code in a string imports from beside the file, such as a program that a test bundles or runs. */
export function findImportsInStrings(
  text: string,
  { lines, known, isComment }: Required<Pick<StringPathOptions, "lines" | "known" | "isComment">>,
): readonly Reference[] {
  const found = new Map<string, Reference>();
  for (const { index, 2: specifier = "" } of text.matchAll(IMPORT_IN_STRING)) {
    if (known.has(specifier) || found.has(specifier) || isComment(index)) continue;
    const line = lines.lineAt(index);
    found.set(specifier, { kind: "module", specifier, type: "reference", strength: "weak", line });
  }
  return [...found.values()];
}
