import { parse } from "es-module-lexer";
import type { ParseResult } from "oxc-parser";
import { followedBy } from "./search/find-words.ts";
import { createWordPattern, type WordPattern } from "./search/word-pattern.ts";

export interface StaticImport {
  readonly specifier: string;
  /** The start of the statement or expression. */
  readonly start: number;
  /** The offset of the specifier's quote. */
  readonly end: number;
  /** For an `import()` only: it is in a type. */
  readonly typeOnly?: boolean;
}

/** The static imports and the exports of a module. */
export interface ModuleRecord {
  readonly imports: readonly StaticImport[];
  readonly exports: readonly string[];
  readonly exportsFrom: readonly string[];
  /** The modules that a name it exports may come from or stand for, apart from `exportsFrom`. */
  readonly passesOn: readonly string[];
  readonly isModule: boolean;
  /** Each `import()`, in code or in a type; absent if some of them may not name a module. */
  readonly dynamic?: readonly StaticImport[];
}

/** Every static import and re-export contains one of these, so a text with no more of them than imports hides none. */
const IMPORT_MARK = createWordPattern(/\b(?:from|import)\s*["'/]/g, ["from", "import"]);
/** `import * as name`. Such a name may be exported in more ways than a lexer tells. */
const TAKES_ALL = /\*/;
const DYNAMIC_MARK = createWordPattern(/\bimport\s*[(/]/g, [
  ...followedBy("import", "("),
  ...followedBy("import", "/"),
]);

/**
 * Reads the record with a lexer, ten times as fast as a parser. A lexer can be misled, for example by JSX text, so the
 * result is returned only if it accounts for every place in the text that could be a static import. `codeOf` returns
 * the text without its strings and comments, or the whole text if they are unknown.
 */
export function lexModule(text: string, codeOf: () => string = () => text): ModuleRecord | undefined {
  let lexed: ReturnType<typeof parse>;
  try {
    lexed = parse(text);
  } catch {
    return undefined;
  }
  const [found, exported, , isModule] = lexed;
  const imports: StaticImport[] = [];
  const dynamic: StaticImport[] = [];
  const passesOn = new Set<string>();
  for (const one of found) {
    if (one.type === "import-meta" || one.specifier === undefined) continue;
    const item = { specifier: one.specifier, start: one.importStart, end: one.start - 1 };
    if (one.type === "static" && TAKES_ALL.test(text.slice(one.importStart, one.start)))
      passesOn.add(one.specifier);
    if (one.type !== "dynamic") imports.push(item);
    else if (!one.glob) dynamic.push(one.probablyTypeOnly ? { ...item, typeOnly: true } : item);
  }
  if (!accountsFor(IMPORT_MARK, imports.length)) return undefined;
  const exports = new Set<string>();
  const exportsFrom = new Set<string>();
  for (const one of exported) {
    if (one.type === "reexport-all") exportsFrom.add(one.from);
    else exports.add(one.name);
    if (one.type === "reexport") passesOn.add(one.from);
  }
  const exportLists = { exports: [...exports], exportsFrom: [...exportsFrom], passesOn: [...passesOn] };
  const record = { imports, ...exportLists, isModule };
  return accountsFor(DYNAMIC_MARK, dynamic.length) ? { ...record, dynamic } : record;

  function accountsFor(mark: WordPattern, found: number): boolean {
    // Searching the code for the words of all expressions takes longer than searching it for this one.
    return mark.count(text) === found || (codeOf().match(mark.pattern)?.length ?? 0) === found;
  }
}

export function parsedModule(parsed: ParseResult): ModuleRecord {
  const record = parsed.module;
  const imports: StaticImport[] = record.staticImports.map((one) => ({
    specifier: one.moduleRequest.value,
    start: one.start,
    end: one.moduleRequest.start,
  }));
  const exports = new Set<string>();
  const exportsFrom = new Set<string>();
  const passesOn = new Set(
    record.staticImports
      .filter(({ entries }) => entries.some(({ importName }) => importName.kind === "NamespaceObject"))
      .map((one) => one.moduleRequest.value),
  );
  for (const statement of record.staticExports) {
    for (const entry of statement.entries) {
      const request = entry.moduleRequest;
      const name = entry.exportName.name ?? (entry.exportName.kind === "Default" ? "default" : undefined);
      if (name !== undefined) exports.add(name);
      else if (request !== null) exportsFrom.add(request.value);
      if (name !== undefined && request !== null) passesOn.add(request.value);
      // An exported import names the module of the import statement, which is already listed.
      if (request === null || request.start < statement.start || request.end > statement.end) continue;
      if (imports.some((one) => one.end === request.start)) continue;
      imports.push({ specifier: request.value, start: statement.start, end: request.start });
    }
  }
  imports.sort((a, b) => a.start - b.start);
  const exportLists = { exports: [...exports], exportsFrom: [...exportsFrom], passesOn: [...passesOn] };
  return { imports, ...exportLists, isModule: record.hasModuleSyntax };
}
