/** Sequences for colours, titles and cursor movements; a title ends with its line. */
const SEQUENCES =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\n\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|\u001B[@-Z\\-_]/g;

/** Characters that some programs treat as line ends. */
const LINE_ENDS = /\r\n|[\u0085\u2028\u2029]/g;

/** Joiners are part of Persian, Hindi and emoji: one or two of them, and never after ASCII. */
const STRAY_JOINERS =
  /(^|[\0-\u007F])[\p{Join_Control}\uFE0E-\uFE0F]+|([\p{Join_Control}\uFE0E-\uFE0F]{2})[\p{Join_Control}\uFE0E-\uFE0F]+/gu;

/** Control characters, including those that change the direction of text, and invisible ones. */
export const UNSEEN =
  /(?![\t\n\p{Join_Control}\uFE0E-\uFE0F])[\p{Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]/gu;

/**
 * Any text, reduced to what can only be displayed: of control characters it keeps tabs and line ends (as `
 * `), and it removes everything that changes the direction of text, is invisible, or is half of a character. What a
 * line wrote over itself (`\r`) is removed. Printable ASCII stays unchanged. Idempotent, and linear in the length.
 */
export function plain(text: string): string {
  return text
    .replaceAll(SEQUENCES, "")
    .replaceAll(LINE_ENDS, "\n")
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n")
    .replaceAll(UNSEEN, "")
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD")
    .replaceAll(STRAY_JOINERS, "$1$2");
}

/** The same on one line, with a maximal length. */
export function plainLine(text: string, length = 500): string {
  const line = plain(text).replaceAll(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  // Never cut a character in half.
  return `${line.slice(0, length - 3).replace(/[\uD800-\uDBFF]$/, "")}...`;
}
