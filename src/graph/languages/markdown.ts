import { hash } from "node:crypto";
import { findDataReferences } from "../data/references.ts";
import { shapeOf } from "../data/shape.ts";
import type { Extraction, Reference, SyntaxFault } from "../extraction.ts";
import { indexLines } from "../lines.ts";
import { linkReference } from "../markdown/links.ts";
import { scanMarkdown } from "../markdown/scan.ts";
import { createSlugger } from "../markdown/slug.ts";

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

/** Markdown: headings and anchors are what others can name; links, images and front matter refer. */
export async function extractMarkdown(text: string): Promise<Extraction> {
  const found = FRONT_MATTER.exec(text);
  const front = found?.index === 0 ? found : null;
  const body = text.slice(front?.[0].length ?? 0);
  const precedingLines = (front?.[0].match(/\n/g) ?? []).length;
  const matter = front === null ? undefined : await readFrontMatter(front[1] ?? "");
  const document = scanMarkdown(body) ?? (await import("../markdown/parse.ts")).parseMarkdown(body);

  const slug = createSlugger();
  const headings = document.headings.map((heading) => ({
    text: heading.text,
    level: heading.level,
    slug: slug(heading.text),
    line: heading.line + precedingLines,
  }));
  const links = document.links.map((link) => linkReference(link, precedingLines));
  const named = headings.map((heading) => [heading.level, heading.slug, heading.text]);
  return {
    references: [...(matter?.references ?? []), ...links.filter((link) => link !== undefined)],
    outline: { kind: "document", headings, anchors: document.anchors },
    structure: {
      kind: "declaration",
      hash: hash("sha256", JSON.stringify([named, document.anchors, matter?.shape])),
      refersTo: [],
    },
    ...(matter?.fault === undefined ? {} : { syntaxError: matter.fault }),
  };
}

interface FrontMatter {
  readonly references: readonly Reference[];
  readonly shape: string;
  readonly fault: SyntaxFault | undefined;
}

/** Its first line is the second of the document. */
async function readFrontMatter(text: string): Promise<FrontMatter> {
  const { parseYaml } = await import("../data/parse-yaml.ts");
  const lines = indexLines(text);
  const { root, fault } = parseYaml(text);
  return {
    references: findDataReferences(root, lines).map((one) => ({ ...one, line: one.line + 1 })),
    shape: shapeOf(root),
    fault:
      fault === undefined
        ? undefined
        : {
            message: fault.message,
            line: lines.lineAt(fault.offset) + 1,
            column: lines.columnAt(fault.offset),
          },
  };
}
