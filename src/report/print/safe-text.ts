import { styleText } from "node:util";
import { plain, UNSEEN } from "./plain.ts";

/**
 * Text that is safe to write to any terminal: text from outside is `plain` in it, and no line of it is a
 * command to a CI system. Only the functions in this file make it.
 */
class SafeText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type { SafeText };

/** What safe text is made of. A string may come from anywhere; inserting it makes it safe. */
export type Part = string | number | SafeText;

export type Style = Parameters<typeof styleText>[0];

/** A template: its literal parts stay unchanged, and inserted strings become safe, on one line. */
export function safe(words: TemplateStringsArray, ...parts: readonly Part[]): SafeText {
  return new SafeText(disarm(String.raw({ raw: words }, ...parts.map(inLine))));
}

/** The same, but keeps line ends and tabs. */
export function safeLines(text: Part): SafeText {
  return typeof text === "object" ? text : new SafeText(disarm(plain(String(text))));
}

/** Each on its own line. */
export function joinLines(parts: readonly Part[]): SafeText {
  return new SafeText(parts.map((part) => (typeof part === "object" ? part : safe`${part}`)).join("\n"));
}

/** One after the other. */
export function joinParts(parts: readonly Part[], separator: Part): SafeText {
  return new SafeText(disarm(parts.map(inLine).join(String(safeLines(separator)))));
}

/** In colour. */
export function safeStyle(style: Style, text: Part): SafeText {
  return new SafeText(styleText(style, inLine(text), { validateStream: false }));
}

/** One JSON document and a line end. As JSON it is exactly the value: unsafe characters are escaped. */
export function safeJson(value: unknown, indent = 0): SafeText {
  const text = JSON.stringify(value, null, indent)
    .replaceAll(/[\u2028\u2029\p{Join_Control}\uFE0E-\uFE0F]/gu, escapeUnits)
    .replaceAll(UNSEEN, escapeUnits)
    .replaceAll("##", "#\\u0023");
  return new SafeText(`${text}\n`);
}

/** An annotation of GitHub Actions: the only text that is a command, and exactly one. */
export function safeAnnotation(
  command: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string>>,
  text: string,
): SafeText {
  const escape = (part: string): string =>
    disarmAnywhere(part).replaceAll("%", "%25").replaceAll("\n", "%0A");
  const list = Object.entries(properties).map(
    ([name, value]) => `${name}=${escape(inLine(value)).replaceAll(":", "%3A").replaceAll(",", "%2C")}`,
  );
  return new SafeText(`::${command} ${list.join(",")}::${escape(plain(text))}`);
}

function inLine(part: Part): string {
  return typeof part === "string" ? plain(part).replaceAll(/[\n\t]/g, " ") : String(part);
}

/**
 * Breaks up, with a visible blank, what a CI system would read as a command. GitHub Actions obeys `::name::` at the
 * start of a line, after any white space, and `##[name]` anywhere; Azure Pipelines `##vso[name]` and TeamCity
 * `##teamcity[name]` anywhere.
 */
function disarm(text: string): string {
  return disarmAnywhere(text.replaceAll(/^([^\S\n]*):(?=:)/gm, "$1: "));
}

function disarmAnywhere(text: string): string {
  return text.replaceAll(/##(?=\w*\[)/g, "# #");
}

function escapeUnits(text: string): string {
  return Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}
