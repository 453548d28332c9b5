import type { Reference } from "../extraction.ts";
import type { DocumentLink } from "./document.ts";

const OTHER_HOST = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/** The reference that a link makes, without its query and with its escapes decoded; none for another host. */
export function linkReference(link: DocumentLink, precedingLines: number): Reference | undefined {
  if (OTHER_HOST.test(link.url)) return undefined;
  const anchorAt = link.url.indexOf("#");
  const address = anchorAt === -1 ? link.url : link.url.slice(0, anchorAt);
  const specifier = decode(address.replace(/\?.*$/s, ""));
  if (specifier === "" && anchorAt === -1) return undefined;
  return {
    kind: "path",
    specifier,
    type: "reference",
    strength: "strong",
    line: link.line + precedingLines,
    ...(anchorAt === -1 ? {} : { anchor: decode(link.url.slice(anchorAt + 1)) }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
