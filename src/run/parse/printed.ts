import { stripVTControlCharacters } from "node:util";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Locate } from "./locate.ts";
import type { Printed } from "./parser.ts";

/** How many characters of a line are read, so that no pattern takes long. */
const LINE_LIMIT = 16 * 1024;

/** Removes the colours; finds lines and documents when they are first needed. */
export function readPrinted(options: {
  readonly stdout: string;
  readonly stderr: string;
  readonly locate: Locate;
  readonly targets: readonly RepoPath[];
}): Printed {
  const [stdout, stderr] = [plain(options.stdout), plain(options.stderr)];
  const lines = { stdout: once(() => splitLines(stdout)), stderr: once(() => splitLines(stderr)) };
  const documents = once(() => [...findDocuments(stdout), ...findDocuments(stderr)]);
  return {
    get stdout() {
      return lines.stdout();
    },
    get stderr() {
      return lines.stderr();
    },
    texts: [stdout, stderr],
    get documents() {
      return documents();
    },
    locate: options.locate,
    targets: options.targets,
  };
}

function plain(text: string): string {
  return text.includes("\u001B") || text.includes("\u009B") ? stripVTControlCharacters(text) : text;
}

/** Lines without their ends. Several empty lines become one: no format tells them apart. */
function splitLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const end = line.endsWith("\r") ? line.length - 1 : line.length;
    if (end > 0 || lines.at(-1) !== "") lines.push(line.slice(0, Math.min(end, LINE_LIMIT)));
  }
  return lines;
}

/**
 * The JSON in a text that may have other lines before and after it. At most three tries, so that the work stays linear:
 * the whole text; from the first line that begins like JSON to the last that ends like it; and the longest line that is
 * a document by itself.
 */
function findDocuments(text: string): readonly unknown[] {
  const trimmed = text.trim();
  if (!/[[{]/.test(trimmed)) return [];
  const tries = [() => trimmed, () => outermost(trimmed), () => longestLine(trimmed)];
  for (const attempt of tries) {
    const candidate = attempt();
    if (!isBracketed(candidate)) continue;
    try {
      return [JSON.parse(candidate) as unknown];
    } catch {
      // Try the next one.
    }
  }
  return [];
}

function outermost(text: string): string {
  const start = /^[[{]/m.exec(text)?.index ?? 0;
  return text.slice(start, Math.max(text.lastIndexOf("}"), text.lastIndexOf("]")) + 1);
}

function longestLine(text: string): string {
  return text
    .split("\n")
    .filter((line) => isBracketed(line.trim()))
    .reduce((longest, line) => (line.length > longest.length ? line : longest), "")
    .trim();
}

function isBracketed(text: string): boolean {
  return (text.startsWith("{") && text.endsWith("}")) || (text.startsWith("[") && text.endsWith("]"));
}

function once<T>(compute: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => (value ??= { of: compute() }).of;
}
