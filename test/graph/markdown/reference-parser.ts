import type { Nodes, Parents } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { DocumentLink, MarkdownDocument } from "../../../src/graph/markdown/document.ts";

const OPTIONS = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** Links and headings by a parser that follows the specification of GitHub Flavored Markdown; it is slow. */
export function readByReference(text: string): Pick<MarkdownDocument, "headings" | "links"> {
  const headings: MarkdownDocument["headings"][number][] = [];
  const links: DocumentLink[] = [];
  const visit = (node: Nodes): void => {
    const line = node.position?.start.line ?? 1;
    if (node.type === "heading") headings.push({ text: textOf(node), level: node.depth, line });
    if (node.type === "link" || node.type === "image" || node.type === "definition")
      links.push({ url: node.url, line });
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(text, OPTIONS));
  return { headings, links };
}

function textOf(node: Parents): string {
  return node.children
    .map((child) => {
      if ("children" in child) return textOf(child);
      return child.type === "text" || child.type === "inlineCode" ? child.value : "";
    })
    .join("");
}
