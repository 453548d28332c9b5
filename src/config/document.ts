import { basename } from "node:path";
import { type Document, isAlias, isMap, isNode, isPair, LineCounter, type Node, parseDocument } from "yaml";
import { readFileSync, statSync } from "../system/observed/observed-files.ts";
import { isTooDeep } from "../values/json-depth.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Location, Result } from "../vocabulary/failure.ts";

export type KeyPath = readonly PropertyKey[];

/** A parsed configuration text that knows where each of its values is. */
export interface ConfigDocument {
  readonly file: string;
  readonly value: unknown;
  /** The position of the value at `path`, or of its nearest existing parent. */
  locate(path: KeyPath): Location;
  /** The position of the key at the end of `path`. */
  locateKey(path: KeyPath): Location;
}

const MAX_BYTES = 1024 * 1024;

export function readText(path: string, file: string): Result<string> {
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES) {
      return fail({
        kind: "config-too-large",
        message: `${file} has ${(size / MAX_BYTES).toFixed(1)} MiB.`,
        at: { file },
        expected: "at most 1 MiB",
        hint: "This is too large for a configuration; check that it is the right file.",
      });
    }
    return succeed(readFileSync(path, "utf8"));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    const reason = code === "EACCES" ? "permission denied" : code === "EISDIR" ? "it is a directory" : code;
    return fail({
      kind: "config-unreadable",
      message: `${file} cannot be read: ${reason}.`,
      at: { file },
      hint: "Make the file readable, or name another one.",
    });
  }
}

export interface DocumentOptions {
  readonly file: string;
  readonly text: string;
  /** How many lines of the file are above `text`: a block in a Markdown file starts further down. */
  readonly lineOffset?: number;
  readonly kind?: "config-syntax" | "skill-invalid";
}

/** More levels than anyone writes. */
const MOST_LEVELS = 1000;

/** Whether a text has so many levels that parsing it may overflow the stack. V8 does not always survive that. */
function opensTooMany(text: string): boolean {
  let open = 0;
  return text.split("\n").some((line) => {
    const [leading = ""] = /^\s*(?:[-?:]\s+)*/.exec(line) ?? [];
    const lists = leading.replaceAll(/\s/g, "").length;
    for (const [bracket] of line.matchAll(/[[\]{}]/g)) {
      open = Math.max(0, open + ("[{".includes(bracket) ? 1 : -1));
      if (open > MOST_LEVELS) return true;
    }
    return lists > MOST_LEVELS;
  });
}

/** Null if it has more levels than the stack can hold. */
function parseLevels(text: string, lineCounter: LineCounter): Document.Parsed | null {
  if (opensTooMany(text)) return null;
  try {
    return parseDocument(text, { lineCounter, merge: true, prettyErrors: false });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Parses YAML, and JSON as a subset of it. */
export function parseConfigDocument(options: DocumentOptions): Result<ConfigDocument> {
  const { file, text, lineOffset = 0, kind = "config-syntax" } = options;
  const lines = new LineCounter();
  const tooDeep = fail({
    kind,
    message: `${file} is nested too deeply.`,
    at: { file, line: 1 + lineOffset, column: 1 },
    expected: "fewer levels of keys and lists",
  });
  const document = parseLevels(text, lines);
  if (document === null) return tooDeep;
  const at = (offset: number): Location => {
    const { line, col } = lines.linePos(offset);
    return { file, line: line + lineOffset, column: col };
  };
  const [error] = document.errors;
  // The yaml package reports some of these and throws others.
  if (error?.message.includes("call stack") === true) return tooDeep;
  const wrong =
    error === undefined ? strictly(file, text) : { message: error.message, position: error.pos[0] };
  if (wrong !== null) {
    const message = `${sentence(wrong.message)} (${file.endsWith(".json") ? "JSON" : "YAML"} syntax)`;
    return fail({ kind, message, at: at(wrong.position), value: lineAt(text, wrong.position) });
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (isTooDeep(value)) return tooDeep;
    return succeed({
      file,
      value,
      locate: (path) => at(nodeAt(document, path)?.range?.[0] ?? 0),
      locateKey: (path) => at(keyAt(document, path)?.range?.[0] ?? 0),
    });
  } catch (cause) {
    // The yaml package throws for an unknown alias, and for one that expands without end.
    return fail({
      kind,
      message: `${sentence((cause as Error).message)} (YAML aliases)`,
      at: { file, line: lineOffset + 1, column: 1 },
      expected: "at most 100 uses of aliases",
    });
  }
}

/** Other programs read package.json too, so it must be strict JSON. Null if it is. */
function strictly(
  file: string,
  text: string,
): { readonly message: string; readonly position: number } | null {
  if (basename(file) !== "package.json") return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? text.length);
    return { message: message.replace(/(?: in JSON)? at position.*$/s, ""), position };
  }
}

function nodeAt(document: Document, path: KeyPath): Node | null {
  for (let length = path.length; length >= 0; length--) {
    const node = resolveNode(document, path.slice(0, length));
    if (node?.range) return node;
  }
  return null;
}

function resolveNode(document: Document, path: KeyPath): Node | undefined {
  let node: unknown = document.contents;
  for (const key of path) {
    if (isAlias(node)) node = node.resolve(document);
    node =
      typeof node === "object" && node !== null && "get" in node
        ? (node as { get(key: unknown, keep: true): unknown }).get(key, true)
        : undefined;
  }
  return isNode(node) ? node : undefined;
}

function keyAt(document: Document, path: KeyPath): Node | null {
  const parent = resolveNode(document, path.slice(0, -1));
  const name = path.at(-1);
  const pair = isMap(parent)
    ? parent.items.find((item) => isPair(item) && String(item.key) === name)
    : undefined;
  return isNode(pair?.key) ? pair.key : nodeAt(document, path);
}

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", Math.max(0, offset - 1)) + 1;
  const end = text.indexOf("\n", offset);
  return text
    .slice(start, end === -1 ? undefined : end)
    .trim()
    .slice(0, 120);
}

function sentence(message: string): string {
  return message.trim().replace(/[.:]?$/, ".");
}
