import { shorten } from "../../wording/shorten.ts";

/** The start of the code or the stack. */
const DETAIL = /^(at |❯ |>? ?\d{1,9} ?\||- Expected$|Call log:)/;

/** The first lines of an error, up to the code or the stack, on one line. */
export function summaryOf(lines: readonly string[], most = 4): string {
  const parts: string[] = [];
  for (const line of lines) {
    const text = line.trim();
    if (DETAIL.test(text) || parts.length === most) break;
    if (text !== "" && !text.startsWith("●")) parts.push(text);
  }
  return parts.join(" ");
}

/** Characters of a message that spans several lines. */
const LENGTH = 400;

/** The first line of an error; if it ends with a colon, with what follows, on the same line. */
export function openMessage(lines: readonly string[]): string | undefined {
  const first = lines.find((line) => line.trim() !== "")?.trim();
  if (first === undefined || !first.endsWith(":")) return first;
  return shorten(summaryOf(lines, 40).replaceAll(/\s+/g, " "), LENGTH);
}
