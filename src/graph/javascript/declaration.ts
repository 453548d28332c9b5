import { hash } from "node:crypto";
import { parseSync } from "oxc-parser";
import { isolatedDeclarationSync } from "oxc-transform";
import type { Structure } from "../extraction.ts";
import { ambientStructure } from "./ambient.ts";
import { findAssertedReturns } from "./reaching/asserted-returns.ts";
import { hasWidenedLiteral } from "./reaching/widened-literal.ts";

const CONTENT: Structure = { kind: "content" };

/** What an emitter says about a source: its declarations, and where it does not parse. */
export interface Declaration {
  readonly structure: Structure;
  /** What it declares globally or augments modules with; null if it does neither. */
  readonly ambient: Structure | null;
  /** The offset and message of the first syntax error. */
  readonly fault?: { readonly offset: number; readonly message: string };
}

const REFERENCE = /\b(?:from|import|require)\s*\(?\s*"([^"]+)"/g;
const AMBIENT = /\bdeclare (?:global|module)\b/;

/**
 * The structure of a TypeScript source: its declaration text if that text is known to contain everything that an
 * importer's types can depend on; otherwise the content. The text includes comments because tools read `@deprecated`.
 * `directives` are the specifiers of its `/// <reference>` lines, which the emitter drops.
 */
export function declare(text: string, extension: string, directives: readonly string[]): Declaration {
  const { code, errors } = isolatedDeclarationSync(`file${extension}`, text, {});
  const broken = errors.find((error) => !/^TS9\d{3}\b/.test(error.message));
  const fault =
    broken === undefined ? {} : { fault: { offset: broken.labels[0]?.start ?? 0, message: broken.message } };
  const ambient =
    AMBIENT.test(code) && isAmbient(code) ? ambientStructure(text, extension, directives) : null;
  // What it says to files that do not import it counts separately.
  if (errors.length > 0 || !isComplete(text, code, extension)) {
    return { structure: CONTENT, ambient, ...fault };
  }
  const refersTo = new Set(directives);
  for (const match of code.matchAll(REFERENCE)) refersTo.add(match[1] as string);
  return {
    structure: {
      kind: "declaration",
      hash: hash("sha256", JSON.stringify([code, directives])),
      refersTo: [...refersTo].sort(),
    },
    ambient,
  };
}

/** The words alone may be in a comment. */
function isAmbient(code: string): boolean {
  const { program, errors } = parseSync("file.d.ts", code);
  return (
    errors.length > 0 ||
    program.body.some((node) => node.type === "TSModuleDeclaration" && node.kind !== "namespace")
  );
}

/** The emitter widens a literal that is the default export, although importers see the literal. */
const WIDE_DEFAULT = /\bdeclare const _default: (?:string|number|boolean|bigint)\b/;

/** Whether a declaration text that was emitted without errors contains everything that types depend on. */
function isComplete(text: string, code: string, extension: string): boolean {
  if (WIDE_DEFAULT.test(code)) return false;
  if (hasOpenEnum(code) || hasExpando(text, code)) return false;
  return !hasWidenedLiteral(text, code, extension) && !hasInferredReturn(text, code, extension);
}

/** The emitter prints a member without its value if it cannot compute that value, although importers see it. */
function hasOpenEnum(code: string): boolean {
  if (!/\benum\b/.test(code)) return false;
  const bare = code.replace(/"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?\*\//g, (part) => (part[0] === '"' ? "0" : ""));
  for (const match of bare.matchAll(/\benum\s+[^{]*\{([^}]*)\}/g)) {
    const members = (match[1] as string).split(",").map((member) => member.trim());
    if (members.some((member) => member !== "" && !member.includes("="))) return true;
  }
  return false;
}

const FUNCTION_NAME =
  /\b(?:function|const|let|var)\s+([\w$]+)\s*(?:\(|<|:\s*(?:abstract\s+)?(?:<|\(|new\b))/g;
const ASSIGNMENT = /(?<![\w$])([\w$]+)\s*(?:\.\s*[\w$]+|\[[^\n]{0,200}?\])\s*=(?![=>])/g;

/**
 * A property assigned to a function belongs to the function's type. The emitter reports only some of these assignments,
 * so anything that looks like one counts.
 */
function hasExpando(text: string, code: string): boolean {
  const functions = new Set<string>();
  for (const match of code.matchAll(FUNCTION_NAME)) functions.add(match[1] as string);
  if (![...functions].some((name) => hasMemberOf(name, text))) return false;
  for (const match of text.matchAll(ASSIGNMENT)) if (functions.has(match[1] as string)) return true;
  return false;
}

/** Whether a dot or a bracket follows the name somewhere. This search is almost free. */
function hasMemberOf(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    let next = at + name.length;
    while (/\s/.test(text[next] ?? "")) next += 1;
    if (text[next] === "." || text[next] === "[") return true;
  }
  return false;
}

/**
 * The emitter infers a missing return type from the only `return`, even if the function can also end without it. To see
 * whether it inferred any, we replace every returned value with one that it cannot infer: an annotated function is
 * unaffected, any other becomes an error. A text that this breaks counts as inferred.
 */
function hasInferredReturn(text: string, code: string, extension: string): boolean {
  const hasValues = /\b(?:const|let|var|function|class|namespace|default)\b/.test(code);
  if (!hasValues || !/\breturn\b/.test(text)) return false;
  const isInferred = (known: ReadonlySet<number>): boolean => {
    const veiled = text.replace(RETURN, (word, offset: number) => (known.has(offset) ? word : "return $,"));
    return isolatedDeclarationSync(`file${extension}`, veiled, {}).errors.length > 0;
  };
  if (!isInferred(new Set())) return false;
  const asserted = findAssertedReturns(text, extension);
  return asserted.size === 0 || isInferred(asserted);
}

const RETURN = /\breturn\b(?![ \t]*(?:[;}\r\n]|\/\/|\/\*|$))/g;
