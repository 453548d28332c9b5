import { hash } from "node:crypto";
import { findDataReferences } from "../data/references.ts";
import { shapeOfData } from "../data/shape.ts";
import {
  type Extraction,
  type ExtractOptions,
  PLAIN,
  type Reference,
  type SyntaxFault,
} from "../extraction.ts";
import { indexLines } from "../lines.ts";
import type { MarkdownDocument, ParseOptions } from "../markdown/document.ts";
import { splitFrontMatter } from "../../values/front-matter.ts";
import { linkReference } from "../markdown/links.ts";
import { mayLink } from "../markdown/may-link.ts";
import { createSlugger } from "../markdown/slug.ts";

/** Markdown: others can name headings and anchors; links, images and front matter are references. */
export async function extractMarkdown(
  text: string,
  _extension = ".md",
  { referencesOnly = false }: ExtractOptions = {},
): Promise<Extraction> {
  const { front, body, precedingLines } = splitFrontMatter(text);
  // A line break replaces the opening fence, so that line numbers match the document.
  const matter = front === null ? undefined : await readFrontMatter(`\n${front}`);
  const document =
    referencesOnly && !mayLink(body) ? EMPTY : await parse(body, { linksOnly: referencesOnly });

  const links = document.links.map((link) => linkReference(link, precedingLines));
  const references = [...(matter?.references ?? []), ...links.filter((link) => link !== undefined)];
  if (referencesOnly) return { ...PLAIN, references };
  const slug = createSlugger();
  const headings = document.headings.map((heading) => ({
    text: heading.text.trim(),
    level: heading.level,
    slug: slug(heading.text),
    line: heading.line + precedingLines,
  }));
  const named = headings.map((heading) => [heading.level, heading.slug, heading.text]);
  return {
    references,
    outline: { kind: "document", headings, anchors: document.anchors },
    structure: {
      kind: "declaration",
      hash: hash("sha256", JSON.stringify([named, document.anchors, matter?.shape])),
      refersTo: [],
    },
    ...(matter?.fault === undefined ? {} : { syntaxError: matter.fault }),
  };
}

const EMPTY: MarkdownDocument = { headings: [], links: [], anchors: [] };

async function parse(text: string, options: ParseOptions): Promise<MarkdownDocument> {
  const { parseMarkdown } = await import("../markdown/parse.ts");
  return parseMarkdown(text, options);
}

interface FrontMatter {
  readonly references: readonly Reference[];
  readonly shape: string;
  readonly fault: SyntaxFault | undefined;
}

async function readFrontMatter(text: string): Promise<FrontMatter> {
  const { parseYaml } = await import("../data/parse-yaml.ts");
  const lines = indexLines(text);
  const { root, fault } = parseYaml(text);
  const references = findDataReferences(root, lines);
  const shape = shapeOfData(root);
  if (fault === undefined) return { references, shape, fault };
  const { message, offset } = fault;
  const place = { line: lines.lineAt(offset), column: lines.columnAt(offset) };
  return { references, shape, fault: { message, ...place } };
}
