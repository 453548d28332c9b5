import type { MarkdownDocument } from "./document.ts";

/** A link or definition whose target is not on another host, an HTML attribute, a footnote. */
const MAY_REFER =
  /\]\(\s*<?(?!https?:|mailto:)|^[ >*+\-\d.)]*\[[^\]\n]+\]:\s*(?!<?(?:https?:|mailto:))|<[a-z][^>]*?\b(?:href|src|id|name)\s*=/im;
/** A heading that is underlined, or inside a quote, a list or HTML. */
const HARD_HEADING =
  /^.*\S.*\n {0,3}(?:=+|-+)[ \t]*$|^[ \t]*(?:>|(?:[*+-]|\d+[.)])[ \t]).*#|^[ \t]*<|^[ \t]+#|^\t/m;
/** In a heading: marks whose meaning a line scanner does not know. */
const HARD_TEXT = /[_&<\\!:~]|\]\[|`.*\*|\*.*`|\]\([^)]*[( ]/;

/**
 * Reads a document that needs no parser: it refers to nothing here, and its headings are plain lines. Undefined
 * for any other. Parsing takes seconds for what changelogs alone hold, and most of them are like this.
 */
export function scanMarkdown(text: string): MarkdownDocument | undefined {
  const body = text.replace(/\r\n?/g, "\n");
  if (MAY_REFER.test(body) || HARD_HEADING.test(body)) return undefined;
  const headings: { text: string; level: number; line: number }[] = [];
  let fence = "";
  for (const [at, line] of body.split("\n").entries()) {
    const marker = /^ *(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence !== "") {
      if (marker?.[1]?.startsWith(fence) === true && marker[2]?.trim() === "") fence = "";
      continue;
    }
    if (marker !== null) {
      // An indented fence may belong to a list item, and end with it.
      if (line.startsWith(" ") || marker[2]?.includes("`") === true) return undefined;
      fence = marker[1] ?? "";
      continue;
    }
    const heading = /^(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line);
    if (heading === null) continue;
    const content = heading[2] ?? "";
    if (HARD_TEXT.test(content.replace(/\]\([^)\s]*\)/g, "]()"))) return undefined;
    const plain = content.replace(/\[([^[\]]*)\]\([^)\s]*\)/g, "$1").replace(/[*`]/g, "");
    headings.push({ text: plain.trim(), level: heading[1]?.length ?? 1, line: at + 1 });
  }
  return fence === "" ? { headings, links: [], anchors: [] } : undefined;
}
