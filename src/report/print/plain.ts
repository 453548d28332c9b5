/** What tools send to a terminal to set colours and titles and to move the cursor; a title ends with its line. */
const SEQUENCES =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\n\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|\u001B[@-Z\\-_]/g;

/** What is taken for the end of a line somewhere. */
const LINE_ENDS = /\r\n|[\u0085\u2028\u2029]/g;

/** Joiners are part of how Persian, Hindi or an emoji is written: one or two of them, and after nothing in ASCII. */
const STRAY_JOINERS =
  /(^|[\0-\u007F])[\p{Join_Control}\uFE0E-\uFE0F]+|([\p{Join_Control}\uFE0E-\uFE0F]{2})[\p{Join_Control}\uFE0E-\uFE0F]+/gu;

/** Control characters, also those that turn the direction of text, and what nobody can see. */
export const UNSEEN =
  /(?![\t\n\p{Join_Control}\uFE0E-\uFE0F])[\p{Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]/gu;

/**
 * Text of any origin as something that only shows: of control characters it keeps tabs and line ends (as `\n`), and it has
 * nothing that changes the direction of text, that nobody can see, or that is half of a character. What a line wrote over
 * itself (`\r`) is left out. Printable ASCII stays as it is. Done twice it is the same. Linear in its length.
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

/** The same on one line, and not longer than that. */
export function plainLine(text: string, length = 500): string {
  const line = plain(text).replaceAll(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  // Half a character is not shown.
  return `${line.slice(0, length - 3).replace(/[\uD800-\uDBFF]$/, "")}...`;
}
