import MarkdownIt from "markdown-it";
import type Token from "markdown-it/lib/token.mjs";
import footnotes from "markdown-it-footnote";
import type { DocumentLink, MarkdownDocument, ParseOptions } from "./document.ts";
import { mayLink } from "./may-link.ts";

const parser = createParser();

/** Reads a document as GitHub does. */
export function parseMarkdown(text: string, { linksOnly = false }: ParseOptions = {}): MarkdownDocument {
  const headings: MarkdownDocument["headings"][number][] = [];
  const links: DocumentLink[] = [];
  const anchors: string[] = [];
  const readHtml = (html: string, line: number): void => {
    const visible = html.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ""));
    for (const match of visible.matchAll(ATTRIBUTE)) {
      const value = (match[2] ?? match[3] ?? match[4] ?? "").trim();
      if (value === "") continue;
      if (/^(?:id|name)$/i.test(match[1] ?? "")) anchors.push(value);
      else links.push({ url: value, line: line + breaksIn(visible.slice(0, match.index)) });
    }
  };
  const tokens = parser.parse(
    text,
    createNotes((link) => links.push(link), linksOnly),
  );
  let line = 1;
  for (const [at, token] of tokens.entries()) {
    // Cells of tables have no line of their own.
    if (token.map !== null) line = token.map[0] + 1;
    if (token.type === "html_block") readHtml(token.content, line);
    if (token.type === "heading_open") {
      const level = Number(token.tag.slice(1));
      headings.push({ text: textOf(tokens[at + 1]?.children ?? []), level, line });
    }
    for (const child of token.children ?? []) {
      const url = child.attrGet("href") ?? child.attrGet("src") ?? "";
      if (url === "" && child.type !== "html_inline") continue;
      const place = line + breaksIn(token.content.slice(0, positionOf(child)));
      if (url === "") readHtml(child.content, place);
      else links.push({ url, line: place });
    }
  }
  return { headings, links: links.sort((one, other) => one.line - other.line), anchors };
}

const ATTRIBUTE = /\s(href|src|id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}

/** The text that a reader sees: no markup, no HTML, no image. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) =>
      type === "softbreak" ? "\n" : type === "text" || type === "code_inline" ? content : "",
    )
    .join("");
}

/** What the parser knows besides its tokens. */
interface Notes {
  /** The line that is being read, from 0; null once the text is divided into blocks. */
  line: number | null;
  readonly linksOnly: boolean;
  /** Definitions of links, which leave no tokens. */
  readonly references: object;
}

interface Definition {
  readonly href: string;
}

/** A definition counts where it is, also if it repeats a name, and not where it is used. */
function createNotes(onDefinition: (link: DocumentLink) => void, linksOnly: boolean): Notes {
  const references = new Proxy<Record<string, Definition>>(
    {},
    {
      get: (known, name: string) =>
        notes.line === null && known[name] !== undefined ? { ...known[name], href: "" } : undefined,
      set: (known, name: string, value: Definition) => {
        known[name] ??= value;
        onDefinition({ url: value.href, line: (notes.line ?? 0) + 1 });
        return true;
      },
    },
  );
  const notes: Notes = { line: 0, linksOnly, references };
  return notes;
}

function createParser(): MarkdownIt {
  const made = new MarkdownIt({ html: true }).use(footnotes);
  // Notes stay where they are written, also those that nothing refers to.
  made.core.ruler.disable("footnote_tail");
  made.inline.ruler.disable("footnote_inline");
  // Addresses count in the words of the document.
  made.validateLink = () => true;
  made.normalizeLink = (url) => url;
  made.block.ruler.before("reference", "line", ({ env }, line) => {
    (env as Notes).line = line;
    return false;
  });
  made.core.ruler.at("inline", ({ env, md, tokens }) => {
    const notes = env as Notes;
    notes.line = null;
    for (const { type, content, children } of tokens)
      if (type === "inline" && (!notes.linksOnly || mayLink(content)))
        md.inline.parse(content, md, env, children ?? []);
  });
  const { State } = made.inline;
  made.inline.State = class extends State {
    override push(...given: Parameters<InstanceType<typeof State>["push"]>): Token {
      const token = super.push(...given);
      // Within a paragraph, tokens know nothing of lines.
      token.meta ??= { position: this.pos };
      return token;
    }
  };
  return made;
}

/** Where a token begins in the text of its paragraph. */
function positionOf({ meta }: Token): number {
  return (meta as { readonly position?: number } | null)?.position ?? 0;
}
