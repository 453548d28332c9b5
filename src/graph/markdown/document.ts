/** A link, image, definition or HTML attribute of a document. */
export interface DocumentLink {
  readonly url: string;
  readonly line: number;
}

/** The relevant parts of a Markdown document's body. Lines count from 1 within the body. */
export interface MarkdownDocument {
  /** Includes the space that an image or a tag leaves before the text, because it is part of the anchor. */
  readonly headings: readonly { readonly text: string; readonly level: number; readonly line: number }[];
  readonly links: readonly DocumentLink[];
  /** Explicit `id` and `name` attributes. */
  readonly anchors: readonly string[];
}

export interface ParseOptions {
  /**
   * The caller needs only the links to files. Headings, anchors and links to other hosts may be missing, and their text
   * is not read.
   */
  readonly linksOnly?: boolean;
}
