import { shorten } from "../../wording/shorten.ts";

/** Where the code or the stack begins. */
const DETAIL = /^(at |❯ |>? ?\d{1,9} ?\||- Expected$|Call log:)/;

/** What the first lines of an error say, on one line: what comes before the code and the stack. */
export function summaryOf(lines: readonly string[], most = 4): string {
  const said: string[] = [];
  for (const line of lines) {
    const text = line.trim();
    if (DETAIL.test(text) || said.length === most) break;
    if (text !== "" && !text.startsWith("●")) said.push(text);
  }
  return said.join(" ");
}

/** Characters of a message that goes over several lines. */
const LENGTH = 400;

/** The first line of what an error says; where it ends with a colon, what it announces as well, on the same line. */
export function openMessage(lines: readonly string[]): string | undefined {
  const first = lines.find((line) => line.trim() !== "")?.trim();
  if (first === undefined || !first.endsWith(":")) return first;
  return shorten(summaryOf(lines, 40).replaceAll(/\s+/g, " "), LENGTH);
}
