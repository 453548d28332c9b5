import { init, parse } from "es-module-lexer";
import type { ParseResult } from "oxc-parser";

await init();

export interface StaticImport {
  readonly specifier: string;
  /** Where the statement starts. */
  readonly start: number;
  /** Where the specifier's quote is. */
  readonly end: number;
}

/** The static imports and the exports of a module. */
export interface ModuleRecord {
  readonly imports: readonly StaticImport[];
  readonly exports: readonly string[];
  readonly exportsFrom: readonly string[];
  readonly isModule: boolean;
}

/** Every static import and re-export has one of these, so a text with no more of them than imports hides none. */
const IMPORT_MARK = /\b(?:from|import)\s*["'/]/g;

/**
 * Reads the record with a lexer, ten times as fast as a parser. A lexer can be misled, by JSX text for one, so
 * the answer is given only if it accounts for every place in the text that could be a static import.
 */
export function lexModule(text: string): ModuleRecord | undefined {
  let lexed: ReturnType<typeof parse>;
  try {
    lexed = parse(text);
  } catch {
    return undefined;
  }
  const [found, exported, , isModule] = lexed;
  const imports: StaticImport[] = [];
  for (const one of found) {
    if (one.type === "static" || one.type === "reexport-star") {
      imports.push({ specifier: one.specifier, start: one.importStart, end: one.start - 1 });
    }
  }
  if ((text.match(IMPORT_MARK)?.length ?? 0) !== imports.length) return undefined;
  const exports = new Set<string>();
  const exportsFrom = new Set<string>();
  for (const one of exported) {
    if (one.type === "reexport-all") exportsFrom.add(one.from);
    else exports.add(one.name);
  }
  return { imports, exports: [...exports], exportsFrom: [...exportsFrom], isModule };
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
  for (const statement of record.staticExports) {
    for (const entry of statement.entries) {
      const request = entry.moduleRequest;
      const name = entry.exportName.name ?? (entry.exportName.kind === "Default" ? "default" : undefined);
      if (name !== undefined) exports.add(name);
      else if (request !== null) exportsFrom.add(request.value);
      // An exported import names the module of the import statement, which is listed already.
      if (request === null || request.start < statement.start || request.end > statement.end) continue;
      if (imports.some((one) => one.end === request.start)) continue;
      imports.push({ specifier: request.value, start: statement.start, end: request.start });
    }
  }
  imports.sort((a, b) => a.start - b.start);
  return { imports, exports: [...exports], exportsFrom: [...exportsFrom], isModule: record.hasModuleSyntax };
}
