import type { MarkdownDocument } from "./document.ts";
import { blankFences, scanMarkdown, toLines } from "./scan.ts";

/** HTML that goes on over blank lines, and definitions, which change what brackets elsewhere mean. */
const SPANS_SECTIONS = /^[ \t>*+\-\d.)]*<(?:!|\?|\/?(?:pre|script|style|textarea)\b)|\]:/im;
const HEADING = /^#{1,6}(?:[ \t]|$)/;

/**
 * Reads a document section by section, and gives only those to the parser that need it. Parsing takes milliseconds
 * for each kilobyte with links, and of a long document most sections can be scanned.
 */
export function readSections(text: string, parse: (section: string) => MarkdownDocument): MarkdownDocument {
  const parts = splitSections(text).map(({ section, precedingLines }) => {
    const { headings, links, anchors } = scanMarkdown(section) ?? parse(section);
    const shift = <T extends { readonly line: number }>(one: T): T => ({
      ...one,
      line: one.line + precedingLines,
    });
    return { headings: headings.map(shift), links: links.map(shift), anchors };
  });
  return {
    headings: parts.flatMap(({ headings }) => headings),
    links: parts.flatMap(({ links }) => links),
    anchors: parts.flatMap(({ anchors }) => anchors),
  };
}

interface Section {
  readonly section: string;
  readonly precedingLines: number;
}

/** A heading at the start of a line, after a blank one, ends whatever came before it. */
function splitSections(text: string): readonly Section[] {
  const lines = toLines(text);
  const visible = SPANS_SECTIONS.test(text) ? undefined : blankFences(lines);
  if (visible === undefined) return [{ section: text, precedingLines: 0 }];
  const starts = [0];
  for (const [at, line] of visible.entries())
    if (at > 0 && HEADING.test(line) && (lines[at - 1] ?? "").trim() === "") starts.push(at);
  return starts.map((start, index) => ({
    section: lines.slice(start, starts[index + 1] ?? lines.length).join("\n"),
    precedingLines: start,
  }));
}
