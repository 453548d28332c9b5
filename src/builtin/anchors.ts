import type { Outline } from "../graph/extraction.ts";

/** Anchors that no heading makes: lines, footnotes, searches, routes, and those that every page has. */
const EVERYWHERE =
  /^$|^(?:top|readme)$|^L\d+|^(?:user-content-)?fn|^:~:|^[/!]|^(?:issuecomment|discussion|diff|pullrequest)/i;
const CUSTOM_ID = /\s*\{\s*(?:\/\*\s*)?#([^\s}*]+)[^}]*\}\s*$/;

export type DocumentOutline = Extract<Outline, { kind: "document" }>;

/** The names that a link can put after `#` to reach a place in a document. */
export interface Anchors {
  readonly names: readonly string[];
  has(anchor: string): boolean;
}

/**
 * If a site generator makes the anchors, only letters and digits are compared: each generator has its own rules for the
 * rest.
 */
export function readAnchors(document: DocumentOutline, isPage: boolean): Anchors {
  const names = document.headings.flatMap(({ text, slug }) => {
    const custom = CUSTOM_ID.exec(text);
    return custom === null ? [slug] : [custom[1] as string, slug, slugOf(text.replace(CUSTOM_ID, ""))];
  });
  const all = [...names, ...document.anchors.map((anchor) => anchor.replace(/^user-content-/, ""))];
  const exact = new Set(all.map(fold));
  const loose = isPage ? new Set(all.map(letters)) : null;
  return {
    names: all,
    has: (anchor) => {
      const bare = anchor.replace(/^user-content-/, "");
      return EVERYWHERE.test(anchor) || exact.has(fold(bare)) || (loose?.has(letters(bare)) ?? false);
    },
  };
}

/** Browsers and hosts ignore letter case, and emoji come with and without their variation mark. */
function fold(anchor: string): string {
  return anchor.normalize("NFC").toLowerCase().replaceAll("\uFE0F", "");
}

function letters(anchor: string): string {
  return fold(anchor.normalize("NFKD")).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function slugOf(text: string): string {
  return fold(text)
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}
