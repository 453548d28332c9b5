/** The start of an address on another host, behind a bracket or a quote. */
const OTHER_HOST = String.raw`(?:[a-z][a-z\d+.-]*:|\/\/)`;
/**
 * The address of a link, an image or a definition, unless it is on another host; the same for an attribute in HTML, between whose
 * parts there may be the mark of a quotation; and a comment whose removal may join the parts of an attribute.
 */
const MAY_LINK = new RegExp(
  [
    String.raw`\](?:\(|:)(?![ \t\r\n]*<?${OTHER_HOST})`,
    String.raw`(?:href|src)[\s>]*=(?!\s*(?:["']\s*)?${OTHER_HOST})`,
    String.raw`-->(?:[\s>]*=|[a-z])`,
  ].join("|"),
  "i",
);

/** Whether a text of Markdown may link to something other than another host. True if in doubt. */
export function mayLink(text: string): boolean {
  return MAY_LINK.test(text);
}
