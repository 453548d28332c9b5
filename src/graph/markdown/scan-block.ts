import type { MarkdownDocument } from "./document.ts";
import { scanInline } from "./inline.ts";
import { beginsWithTag, PREFIX, startOf } from "./line-start.ts";

/** Underlines the line before it, also in a list or a quote. */
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;
/** A heading inside a quote or a list, or one that may be code. */
const HARD_HEADING = /^[ \t]*(?:>[ \t]*|(?:[*+-]|\d+[.)])[ \t]+)+#{1,6}(?:[ \t]|$)|^[ \t]+#/;
const HEADING = /^(#{1,6})(?:[ \t]+(.*?))?[ \t]*$/;
/** In a heading: marks whose meaning a line scanner does not know. */
const HARD_TEXT = /!\[|[_<\\~#*`[\]]|&[a-z#]|https?|www\.|@/i;
/** Within a word, an underscore is an ordinary character. */
const INNER_UNDERSCORE = /(?<=[a-z\d])_+(?=[a-z\d])/gi;
const LINK = /(?<!!)\[([^[\]`]+)\]\([^)(\s]*\)/g;
const TAG = /<\/?small>/g;
const CODE = /(?<!`)`([^`\s[\]<&\\](?:[^`[\]<&\\]*[^`\s[\]<&\\])?)`(?!`)/g;
/** An attribute that names something. */
const ATTRIBUTE = /<[a-z][^>]*?\b(?:href|src|id|name)\s*=/i;
/** A definition. The parser needs it for everything that it reads; scanned text means the same without it. */
const DEFINITION = new RegExp(`^${PREFIX}\\[.*\\]:|^[^[]*\\]:`);

type Headings = MarkdownDocument["headings"];

/** Reads a block of lines that needs no parser. Undefined for any other block. */
export function scanBlock(
  lines: readonly string[],
  precedingLines: number,
): Pick<MarkdownDocument, "headings" | "links"> | undefined {
  const headings: Headings[number][] = [];
  const links: MarkdownDocument["links"][number][] = [];
  const mayLink = lines.some((line) => line.includes("]("));
  const hasTags = lines.some((line) => line.includes("<"));
  if (hasTags && ATTRIBUTE.test(lines.join("\n"))) return undefined;
  for (const [at, line] of lines.entries()) {
    const here = precedingLines + at + 1;
    if (at > 0 && UNDERLINE.test(line) && /\S/.test(lines[at - 1] ?? "")) return undefined;
    if (line.includes("]:") && DEFINITION.test(line)) return undefined;
    if (line.includes("#")) {
      const heading = readHeading(line, here);
      if (heading === undefined) return undefined;
      if (heading !== null) headings.push(heading);
    }
    if (!mayLink) continue;
    const urls = scanInline(line);
    if (urls === undefined || (urls.length > 0 && isDeep(line))) return undefined;
    for (const url of urls) links.push({ url, line: here });
  }
  const isInHtml = hasTags && headings.length + links.length > 0 && lines.some(beginsWithTag);
  return isInHtml ? undefined : { headings, links };
}

/** Null if the line is not a heading; undefined if the parser must read it. */
function readHeading(line: string, here: number): Headings[number] | null | undefined {
  const heading = HEADING.exec(line);
  if (heading === null) return HARD_HEADING.test(line) ? undefined : null;
  const content = heading[2] ?? "";
  const unlinked = (text: string): string => text.replace(TAG, "").replace(LINK, "$1");
  if (HARD_TEXT.test(unlinked(content.replace(INNER_UNDERSCORE, "")).replace(CODE, ""))) return undefined;
  const text = unlinked(content).replace(CODE, "$1");
  // Spaces that a tag leaves behind are part of the anchor; only the parser knows how many.
  return text === text.trim() ? { text, level: heading[1]?.length ?? 1, line: here } : undefined;
}

/** Indented so far that it may be code. */
function isDeep(line: string): boolean {
  return /\t| {4}/.test(startOf(line));
}
