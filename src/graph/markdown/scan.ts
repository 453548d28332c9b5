import type { MarkdownDocument } from "./document.ts";

/** A link or definition whose target is not on another host, an HTML attribute, a footnote. */
const MAY_REFER =
  /\]\(\s*<?(?!https?:|mailto:)|^[ >*+\-\d.)]*\[[^\]\n]+\]:\s*(?!<?(?:https?:|mailto:))|<[a-z][^>]*?\b(?:href|src|id|name)\s*=/im;
/** What underlines the line before it, also in a list or a quote. */
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;
/** A heading inside a quote, a list or HTML. */
const HARD_HEADING = /^[ \t]*(?:>[ \t]*|(?:[*+-]|\d+[.)])[ \t]+)+#{1,6}(?:[ \t]|$)|^[ \t]*<|^[ \t]+#/m;
/** In a heading: marks whose meaning a line scanner does not know. */
const HARD_TEXT = /[_&<\\!:~#*`[\]]|https?|www\.|@/;
const LINK = /\[([^[\]`]+)\]\([^)(\s]*\)/g;
const TAG = /<\/?small>/g;
const CODE = /(?<!`)`([^`\s[\]<&\\](?:[^`[\]<&\\]*[^`\s[\]<&\\])?)`(?!`)/g;

/**
 * Reads a document that needs no parser: it refers to nothing here, and its headings are plain lines. Undefined
 * for any other. Parsing takes seconds for what changelogs alone hold, and most of them are like this.
 */
export function scanMarkdown(text: string): MarkdownDocument | undefined {
  const lines = blankFences(toLines(text));
  if (lines === undefined || hasUnderlined(lines)) return undefined;
  const body = lines.join("\n");
  if (MAY_REFER.test(body) || HARD_HEADING.test(body)) return undefined;
  const headings: { text: string; level: number; line: number }[] = [];
  for (const [at, line] of lines.entries()) {
    const heading = /^(#{1,6})(?:[ \t]+(.*?))?[ \t]*$/.exec(line);
    if (heading === null) continue;
    const unlinked = (heading[2] ?? "").replace(TAG, "").replace(LINK, "$1");
    if (HARD_TEXT.test(unlinked.replace(CODE, ""))) return undefined;
    const content = unlinked.replace(CODE, "$1");
    // Blanks that a tag leaves behind are part of the anchor; how many, the parser knows.
    if (content !== content.trim()) return undefined;
    headings.push({ text: content, level: heading[1]?.length ?? 1, line: at + 1 });
  }
  return { headings, links: [], anchors: [] };
}

export function toLines(text: string): readonly string[] {
  return text.replace(/\r\n?/g, "\n").split("\n");
}

function hasUnderlined(lines: readonly string[]): boolean {
  return lines.some((line, at) => at > 0 && UNDERLINE.test(line) && /\S/.test(lines[at - 1] ?? ""));
}

/** Empties fenced code; undefined where it is not plain to see where a fence ends. */
export function blankFences(lines: readonly string[]): readonly string[] | undefined {
  let fence: { indent: string; mark: string } | undefined;
  const blanked: string[] = [];
  for (const line of lines) {
    const [, indent = "", mark = "", info = ""] = /^( *)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence !== undefined) {
      // What is indented less ends the list item that the fence is in, and the fence with it.
      if (line.trim() !== "" && !line.startsWith(fence.indent)) return undefined;
      if (mark.startsWith(fence.mark) && info.trim() === "") fence = undefined;
    } else if (mark === "" || (mark.startsWith("`") && info.includes("`"))) {
      blanked.push(line);
      continue;
    } else fence = { indent, mark };
    blanked.push("");
  }
  return fence === undefined ? blanked : undefined;
}
