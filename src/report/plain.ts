import { stripControl } from "./format.ts";

/** What no report shows: further control characters, those that turn the direction of text, and what nobody can see. */
const UNSEEN =
  /[\u0080-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF\u{E0000}-\u{E0FFF}]/gu;

/** A tool's text as a document can carry it. */
export function plain(text: string): string {
  return stripControl(text)
    .replaceAll(UNSEEN, "")
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}

/** The same on one line, and not longer than that. */
export function plainLine(text: string, length = 500): string {
  const line = plain(text).replaceAll(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  // Half a character is none.
  return `${line.slice(0, length - 3).replace(/[\uD800-\uDBFF]$/, "")}...`;
}
