import { type ParseResult, parseSync, type Program } from "oxc-parser";
import { memo } from "../../values/memo.ts";
import { createEvaluate } from "../evaluate/evaluate.ts";
import { type ReachOut, type Reference, type SyntaxFault, unreadReference } from "../extraction.ts";
import type { Lines } from "../lines.ts";
import { findBindings } from "./bindings.ts";
import { commentsOf, createIsComment } from "./comments.ts";
import { parseImportClause } from "./import-clause.ts";
import { findJsxRuntime } from "./jsx-runtime.ts";
import { lexModule, type ModuleRecord, parsedModule } from "./module-record.ts";
import { findConstants, findPlaces, mayNamePlaces } from "./places.ts";
import { collectReachOuts } from "./reaching/collect-reach-outs.ts";
import { findOpened, mayOpen } from "./reaching/opened.ts";
import { findReachingOut, mayReachOut } from "./reaching/reaching-out.ts";
import { createFieldsOf } from "./reaching/settings-fields.ts";
import { findStarted, mayStart } from "./reaching/started.ts";
import {
  findDirectives,
  findImportsInStrings,
  findImportsInText,
  findMentions,
  findStringPaths,
  referenceKey,
} from "./reaching/string-paths.ts";
import { findTestEnvironments } from "./reaching/test-environment.ts";
import { scanCode } from "./scan-code.ts";
import { findInSyntax, needsSyntax } from "./syntax.ts";

export interface Fault {
  readonly offset: number;
  readonly message: string;
}

/** What a text of code contains: its imports and exports, and everything that it names. */
export interface ReadModule {
  readonly record: ModuleRecord;
  readonly references: readonly Reference[];
  /** The references that are `/// <reference>` lines. */
  readonly directives: readonly Reference[];
  readonly reachesOut: readonly ReachOut[];
  /** Constants that name a place and that others can import. */
  readonly places: Readonly<Record<string, string>>;
  readonly fault: Fault | undefined;
  /** Absent if the text was not parsed. */
  readonly program?: Program;
}

/** An `import()`, or a module declaration that may contain imports. */
const HIDDEN_IMPORT = /\bimport\s*[(/]|\bmodule\s*["']/;
const NAMES_PLACE = /__dirname|\bdirname\b|\bfileURLToPath\b|\bnew\s+URL\b|\bprocess\s*\.\s*cwd\b/;
/** In these, what follows `<` is a type. */
const WITHOUT_JSX = /^(?:\.d)?\.[mc]?ts$/;
const NO_MODULE: ModuleRecord = { imports: [], exports: [], exportsFrom: [], passesOn: [], isModule: false };

export interface ReadModuleOptions {
  readonly extension: string;
  readonly lines: Lines;
  /** The caller does not need the ways to reach out, only references. */
  readonly referencesOnly?: boolean;
  /** Always parse the text, so that every syntax error shows. */
  readonly isParsed?: boolean;
  /** Whether a text may contain something else that the caller needs the tree for. */
  readonly isWanted?: (part: string) => boolean;
}

/** Reads TypeScript or JavaScript. */
export function readModule(
  text: string,
  { extension, lines, referencesOnly = false, isParsed = false, isWanted = () => false }: ReadModuleOptions,
): ReadModule {
  const scanned = memo(() => (WITHOUT_JSX.test(extension) ? scanCode(text) : undefined));
  const codeOf = (): string => scanned()?.code ?? text;
  const lexed = lexModule(text, codeOf);
  /** These words count only in code, if the code is known. */
  const mayHold = (part: string): boolean =>
    isWanted(part) ||
    needsSyntax(part) ||
    (!referencesOnly && mayReachOut(part)) ||
    mayOpen(part) ||
    (lexed?.dynamic === undefined && HIDDEN_IMPORT.test(part));
  const needsTree =
    isParsed ||
    mayNamePlaces(text) ||
    mayStart(text) ||
    (mayHold(text) && (mayHold(codeOf()) || NAMES_PLACE.test(codeOf())));
  const parsed = needsTree || lexed === undefined ? parse(text, extension) : undefined;
  const fault = parsed === undefined ? undefined : faultOf(parsed.errors);
  const record = chooseRecord(lexed, parsed, fault);

  const fieldsOf = createFieldsOf(text);
  /** Imports that are loaded only for their types, if at all. */
  const typed = new Set<Reference>();
  const references = record.imports.map((one): Reference => {
    const { names, typeOnly, onlyTypes } = parseImportClause(text.slice(one.start, one.end));
    const reference: Reference = {
      kind: "module",
      specifier: one.specifier,
      type: "import",
      strength: "strong",
      line: lines.lineAt(one.end),
      names,
      ...(typeOnly ? { typeOnly } : {}),
    };
    if (onlyTypes) typed.add(reference);
    return reference;
  });
  const directives = findDirectives(text, lines);
  references.push(...directives);
  for (const one of parsed === undefined ? (lexed?.dynamic ?? []) : []) {
    const { specifier, typeOnly = false } = one;
    const shared = { type: "import", strength: "strong", line: lines.lineAt(one.start) } as const;
    references.push({ kind: "module", specifier, ...shared, ...(typeOnly ? { typeOnly } : {}) });
  }
  const bindings = memo(() => findBindings((parsed as ParseResult).program, text));
  const evaluate = memo(() => createEvaluate((parsed as ParseResult).program));
  if (parsed !== undefined && needsTree) {
    const context = { bindings: bindings(), evaluate, lines, fieldsOf };
    references.push(...findInSyntax(parsed.program, text, context));
  }
  const hasPlaces = parsed !== undefined && (mayNamePlaces(text) || mayOpen(text) || NAMES_PLACE.test(text));
  const addNew = (found: readonly Reference[]): void => {
    const named = new Set(references.map(referenceKey));
    references.push(...found.filter((one) => !named.has(one.specifier) && !named.has(referenceKey(one))));
  };
  if (hasPlaces) addNew(findPlaces(parsed.program, { evaluate: evaluate(), lines, fieldsOf }));
  if (parsed !== undefined && mayOpen(text)) addNew(findOpened(parsed.program, evaluate(), lines));
  if (parsed !== undefined && mayStart(text))
    references.push(...findStarted(parsed.program, evaluate(), lines));
  const places = hasPlaces ? findConstants(parsed.program, evaluate()) : {};
  if (fault !== undefined) references.push(...findImportsInText(text, lines));
  if (fault !== undefined && parsed?.program.body.length === 0) {
    references.push(unreadReference("it cannot be parsed"));
  }
  const reachesOut = referencesOnly
    ? []
    : collectReachOuts(
        references.filter((one) => !typed.has(one)),
        parsed === undefined || !needsTree ? [] : findReachingOut(parsed.program, bindings(), lines),
        text,
      );
  const known = new Set(references.map((one) => one.specifier));
  const keys = new Set(references.map(referenceKey));
  const loaded = new Set(references.filter((one) => one.typeOnly !== true).map((one) => one.specifier));
  references.push(
    ...findMentions(text, {
      lines,
      extension,
      isScript: () => isScript(parsed ?? parse(text, extension)),
    }).filter(({ specifier, typeOnly }) => !(typeOnly === true ? known : loaded).has(specifier)),
  );
  references.push(...findJsxRuntime(text, extension, known));
  references.push(...findTestEnvironments(text, lines));
  const isComment = createIsComment(
    text,
    () =>
      (parsed === undefined ? scanned()?.comments : undefined) ??
      commentsOf(parsed ?? parse(text, extension)),
  );
  references.push(...findStringPaths(text, { lines, known: keys, fieldsOf, isComment }));
  references.push(...findImportsInStrings(text, { lines, known, isComment }));
  const program = parsed === undefined ? {} : { program: parsed.program };
  return { record, references, directives, reachesOut, places, fault, ...program };
}

/** Whether a compiler treats the text as a script: no top-level statement imports or exports anything. */
function isScript({ program, errors }: ParseResult): boolean {
  const isLinking = ({ type }: { readonly type: string }): boolean =>
    /^(?:Import|Export|TSExport|TSImportEquals|TSNamespaceExport)/.test(type);
  return errors.length === 0 && !program.body.some(isLinking);
}

function parse(text: string, extension: string): ParseResult {
  if (!/^\.[mc]?jsx?$/.test(extension)) return parseSync(`file${extension}`, text);
  // Plain JavaScript files often contain JSX, and some have types.
  const parsed = parseSync(`file${extension}`, text, { lang: "jsx" });
  if (parsed.errors.length === 0) return parsed;
  const typed = parseSync(`file${extension}`, text, { lang: "tsx" });
  return typed.errors.length === 0 ? typed : parsed;
}

/** A parser knows more than a lexer, but nothing about a text that it cannot parse. */
function chooseRecord(
  lexed: ModuleRecord | undefined,
  parsed: ParseResult | undefined,
  fault: Fault | undefined,
): ModuleRecord {
  const trusted = parsed !== undefined && (fault === undefined || lexed === undefined);
  return trusted ? parsedModule(parsed) : (lexed ?? NO_MODULE);
}

export function faultOf(
  errors: readonly { readonly message: string; readonly labels: readonly { readonly start: number }[] }[],
): Fault | undefined {
  const [first] = errors;
  return first === undefined ? undefined : { offset: first.labels[0]?.start ?? 0, message: first.message };
}

export function syntaxFault(fault: Fault | undefined, lines: Lines): SyntaxFault | undefined {
  if (fault === undefined) return undefined;
  return {
    message: fault.message,
    line: lines.lineAt(fault.offset),
    column: lines.columnAt(fault.offset),
  };
}
