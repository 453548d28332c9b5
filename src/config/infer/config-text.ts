import { posix } from "node:path";
import { pathBelow, type InferenceSource } from "./repository.ts";

/**
 * The text of a configuration in code and of what it imports, without comments and without parts about other things.
 */
export function readConfigText(
  repository: InferenceSource,
  path: string,
  besides: readonly string[],
): string {
  const paths = [path];
  const texts: string[] = [];
  for (const each of paths) {
    const text = besides.reduce(withoutObject, withoutComments(repository.text(each)));
    texts.push(text);
    const named = importedNames(text).filter((name) => name.startsWith("."));
    for (const name of named) {
      const base = posix.join(posix.dirname(each), name);
      const found = [base, ...ENDINGS.map((ending) => base + ending), base.replace(/\.js$/, ".ts")].find(
        (file) => repository.isFile(file),
      );
      if (found !== undefined && !paths.includes(found)) paths.push(found);
    }
  }
  return texts.join("\n");
}

const ENDINGS = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

/** The names that a text of code imports. */
export function importedNames(text: string): readonly string[] {
  const found = text.matchAll(
    /\b(?:from|require\(|import\()\s*["']([^"']+)["']|^\s*import\s+["']([^"']+)["']/gm,
  );
  return [...found].map(([, name, bare]) => name ?? bare ?? "");
}

function withoutComments(text: string): string {
  // Strings are kept, because they can look like comments: `"**/*.ts"`.
  return text.replaceAll(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_, quoted: string | undefined) => quoted ?? " ",
  );
}

/** Removes every `key: { ... }` from a text. */
function withoutObject(text: string, key: string): string {
  const found = findObject(text, key);
  return found === null ? text : withoutObject(text.slice(0, found.start) + text.slice(found.end), key);
}

/** The content of the first `key: { ... }` in a text; empty if there is none. */
export function objectText(text: string, key: string): string {
  const found = findObject(text, key);
  return found === null ? "" : text.slice(found.start, found.end);
}

function findObject(text: string, key: string): { readonly start: number; readonly end: number } | null {
  const start = new RegExp(`\\b${key}["']?\\s*:\\s*\\{`).exec(text);
  if (start === null) return null;
  let depth = 1;
  let end = start.index + start[0].length;
  for (; end < text.length && depth > 0; end++) {
    if (text[end] === "{") depth++;
    if (text[end] === "}") depth--;
  }
  return { start: start.index, end };
}

/** The strings of every `key: [...]` or `key: "..."`; null if one of them is computed. */
export function literalsOf(text: string, key: string): readonly string[] | null {
  const found: string[] = [];
  for (const match of text.matchAll(new RegExp(`\\b${key}["']?\\s*([:,}(.])`, "g"))) {
    if (match[1] !== ":") return null;
    const rest = text.slice(match.index + match[0].length);
    const value = /^\s*(?:\[((?:\s|,|"[^"\n]*"|'[^'\n]*'|`[^`$]*`)*)\]|("[^"\n]*"|'[^'\n]*'))/.exec(rest);
    if (value === null) return null;
    found.push(
      ...[...(value[1] ?? value[2] ?? "").matchAll(/["'`]([^"'`]*)["'`]/g)].map(([, each = ""]) => each),
    );
  }
  return found;
}

/** The strings directly in `key: [...]`, without nested ones. */
export function topStrings(text: string, key: string): readonly string[] {
  const start = new RegExp(`\\b${key}["']?\\s*:\\s*\\[`).exec(text);
  const rest = start === null ? "" : text.slice(start.index + start[0].length);
  const found: string[] = [];
  let depth = 0;
  for (const [token] of rest.matchAll(/"[^"\n]*"|'[^'\n]*'|[[{(\])}]/g)) {
    if (/^["']/.test(token)) {
      if (depth === 0) found.push(token.slice(1, -1));
    } else if (/[[{(]/.test(token)) depth++;
    else if (depth-- === 0) break;
  }
  return found;
}

/** The configuration files of a tool in a directory or below. */
export function findConfigs(repository: InferenceSource, cwd: string, name: RegExp): readonly string[] {
  return repository.named(name).filter((file) => cwd === "." || file.startsWith(`${cwd}/`));
}

/** The configuration file that an option names, relative to the working directory. */
export function namedConfig(
  repository: InferenceSource,
  cwd: string,
  named: string | undefined,
): string | null {
  const path = named === undefined ? "" : posix.normalize(pathBelow(cwd, named));
  return repository.isFile(path) ? path : null;
}
