import { type ParseResult, parseSync } from "oxc-parser";
import { transformSync } from "oxc-transform";
import { declare } from "../javascript/declaration.ts";
import { parseImportClause } from "../javascript/import-clause.ts";
import { lexModule, type ModuleRecord, parsedModule } from "../javascript/module-record.ts";
import {
  findDirectives,
  findImportsInText,
  findMentions,
  findStringPaths,
} from "../javascript/string-paths.ts";
import { findBindings } from "../javascript/bindings.ts";
import { collectReachOuts } from "../javascript/collect-reach-outs.ts";
import { findReachingOut, mayReachOut } from "../javascript/reaching-out.ts";
import { findInSyntax, needsSyntax } from "../javascript/syntax.ts";
import {
  type Extraction,
  type Outline,
  type Reference,
  type Structure,
  type SyntaxFault,
  unreadReference,
} from "../extraction.ts";
import { indexLines, type Lines } from "../lines.ts";

type Fault = { readonly offset: number; readonly message: string };

/** An `import()`, or a module declaration that may hold imports. */
const HIDDEN_IMPORT = /\bimport\s*[(/]|\bmodule\s*["']/;
const TYPESCRIPT = /^\.(?:[mc]?ts|tsx)$/;
const NO_MODULE: ModuleRecord = { imports: [], exports: [], exportsFrom: [], isModule: false };
const DECLARATIONS = /^\.d\.[mc]?ts$/;

/** TypeScript and JavaScript. */
export function extractJavascript(text: string, extension: string): Extraction {
  const lines = indexLines(text);
  const lexed = lexModule(text);
  const needsTree =
    needsSyntax(text) || mayReachOut(text) || (lexed?.dynamic === undefined && HIDDEN_IMPORT.test(text));
  const parsed = needsTree || lexed === undefined ? parse(text, extension) : undefined;
  const fault = parsed === undefined ? undefined : faultOf(parsed.errors);
  const record = chooseRecord(lexed, parsed, fault);

  /** What is loaded for its types, if at all. */
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
  if (parsed !== undefined && needsTree) references.push(...findInSyntax(parsed.program, text, lines));
  if (fault !== undefined) references.push(...findImportsInText(text, lines));
  if (fault !== undefined && parsed?.program.body.length === 0) {
    references.push(unreadReference("it cannot be parsed"));
  }
  const reachesOut = collectReachOuts(
    references.filter((one) => !typed.has(one)),
    parsed === undefined || !needsTree
      ? []
      : findReachingOut(parsed.program, findBindings(parsed.program, text), lines),
  );
  const known = new Set(references.map((one) => one.specifier));
  const loaded = new Set(references.filter((one) => one.typeOnly !== true).map((one) => one.specifier));
  references.push(
    ...findMentions(text, lines).filter(
      ({ specifier, typeOnly }) => !(typeOnly === true ? known : loaded).has(specifier),
    ),
  );
  references.push(...findStringPaths(text, lines, known));

  const shape = structureOf(text, extension, { record, directives });
  const syntaxError = syntaxFault(fault ?? shape.fault, lines);
  return {
    references,
    outline: outlineOf(record, text, extension),
    structure: syntaxError === undefined ? shape.structure : { kind: "content" },
    ...(shape.ambient === null ? {} : { ambient: shape.ambient }),
    ...declaredModules(text, extension),
    ...(reachesOut.length > 0 ? { reachesOut } : {}),
    ...(syntaxError === undefined ? {} : { syntaxError }),
  };
}

function parse(text: string, extension: string): ParseResult {
  if (!/^\.[mc]?jsx?$/.test(extension)) return parseSync(`file${extension}`, text);
  // Plain JavaScript files often hold JSX, and some have types.
  const parsed = parseSync(`file${extension}`, text, { lang: "jsx" });
  if (parsed.errors.length === 0) return parsed;
  const typed = parseSync(`file${extension}`, text, { lang: "tsx" });
  return typed.errors.length === 0 ? typed : parsed;
}

/** A parser knows more than a lexer, but nothing of a text that it cannot parse. */
function chooseRecord(
  lexed: ModuleRecord | undefined,
  parsed: ParseResult | undefined,
  fault: Fault | undefined,
): ModuleRecord {
  const trusted = parsed !== undefined && (fault === undefined || lexed === undefined);
  return trusted ? parsedModule(parsed) : (lexed ?? NO_MODULE);
}

const DECLARED_MODULE = /\bdeclare\s+module\s+(["'])([^"'\n]+)\1/g;

function declaredModules(text: string, extension: string): Pick<Extraction, "declares"> {
  if (!TYPESCRIPT.test(extension) && !DECLARATIONS.test(extension)) return {};
  const declares = [...text.matchAll(DECLARED_MODULE)].map((match) => match[2] as string);
  return declares.length === 0 ? {} : { declares: [...new Set(declares)] };
}

function outlineOf(record: ModuleRecord, text: string, extension: string): Outline {
  // A declaration file exports what it declares without saying so; CommonJS exports at run time.
  const complete = record.isModule && !DECLARATIONS.test(extension) && !/\bexport\s*=/.test(text);
  return { kind: "module", exports: record.exports, exportsFrom: record.exportsFrom, complete };
}

const CONTENT: Structure = { kind: "content" };

interface Shape {
  readonly structure: Structure;
  readonly ambient: Structure | null;
  readonly fault?: Fault;
}

function structureOf(
  text: string,
  extension: string,
  found: { readonly record: ModuleRecord; readonly directives: readonly Reference[] },
): Shape {
  const script = !found.record.isModule && !/\bimport\s+[\w$]+\s*=\s*require\b/.test(text);
  if (TYPESCRIPT.test(extension)) {
    const specifiers = found.directives.map((one) => one.specifier);
    const shape = declare(text, extension, specifiers);
    return script ? { ...shape, structure: CONTENT, ambient: CONTENT } : shape;
  }
  if (DECLARATIONS.test(extension)) {
    const isAmbient = script || /\b(?:global|module)\b\s*["'{]/.test(text);
    return { structure: CONTENT, ambient: isAmbient ? CONTENT : null };
  }
  const { errors } = transformSync(`file${extension}`, text, { lang: "jsx", jsx: "preserve" });
  const fault = faultOf(errors);
  return { structure: CONTENT, ambient: null, ...(fault === undefined ? {} : { fault }) };
}

function faultOf(
  errors: readonly { readonly message: string; readonly labels: readonly { readonly start: number }[] }[],
): Fault | undefined {
  const [first] = errors;
  return first === undefined ? undefined : { offset: first.labels[0]?.start ?? 0, message: first.message };
}

function syntaxFault(fault: Fault | undefined, lines: Lines): SyntaxFault | undefined {
  if (fault === undefined) return undefined;
  return {
    message: fault.message,
    line: lines.lineAt(fault.offset),
    column: lines.columnAt(fault.offset),
  };
}
