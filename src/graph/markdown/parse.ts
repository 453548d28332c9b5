import type { Nodes, Parents } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { DocumentLink, MarkdownDocument } from "./document.ts";

const OPTIONS = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** Reads a document with a parser that follows the specification of GitHub Flavored Markdown. */
export function parseMarkdown(text: string): MarkdownDocument {
  const headings: { text: string; level: number; line: number }[] = [];
  const links: DocumentLink[] = [];
  const anchors: string[] = [];
  const visit = (node: Nodes): void => {
    const line = node.position?.start.line ?? 1;
    if (node.type === "heading") headings.push({ text: textOf(node), level: node.depth, line });
    if (node.type === "link" || node.type === "image" || node.type === "definition") {
      links.push({ url: node.url, line });
    }
    if (node.type === "html") readHtml(node.value, line);
    if ("children" in node) for (const child of node.children) visit(child);
  };
  const readHtml = (html: string, line: number): void => {
    const visible = html.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ""));
    for (const match of visible.matchAll(ATTRIBUTE)) {
      const value = (match[2] ?? match[3] ?? match[4] ?? "").trim();
      if (value === "") continue;
      if (/^(?:id|name)$/i.test(match[1] ?? "")) anchors.push(value);
      else links.push({ url: value, line: line + (visible.slice(0, match.index).split("\n").length - 1) });
    }
  };
  visit(fromMarkdown(text, OPTIONS));
  return { headings, links, anchors };
}

const ATTRIBUTE = /\s(href|src|id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** The text that a reader sees: no markup, no HTML, no image. */
function textOf(node: Parents): string {
  return node.children
    .map((child) => {
      if ("children" in child) return textOf(child);
      return child.type === "text" || child.type === "inlineCode" ? child.value : "";
    })
    .join("");
}
