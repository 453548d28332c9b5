import { scanStyles, type StyleMention } from "../css/scan.ts";
import { type Extraction, PLAIN, type Reference, unreadReference } from "../extraction.ts";
import { findStringPaths } from "../javascript/reaching/string-paths.ts";
import { indexLines } from "../lines.ts";

const ADDRESS = /^(?:[a-z][a-z\d+.-]+:|\/\/|#|$)/i;
const COMPUTED = /[#@]\{|^\$|\$\(/;
/** Such a style sheet is generated from the class names that are found anywhere in the project. */
const SCANS_PROJECT = /@tailwind\b|@source\b|@import\s+["']tailwindcss\b/;

/** CSS, Sass in both of its syntaxes, and Less. */
export function extractCss(text: string, extension: string): Extraction {
  const lines = indexLines(text);
  const references: Reference[] = [];
  const seen = new Set<string>();
  for (const mention of scanStyles(text, extension)) {
    const reference = referenceOf(mention, lines.lineAt(mention.offset));
    if (reference === undefined || seen.has(`${reference.kind} ${reference.specifier}`)) continue;
    seen.add(`${reference.kind} ${reference.specifier}`);
    references.push(reference);
  }
  if (SCANS_PROJECT.test(text)) references.push(unreadReference("class names of the project"));
  const known = new Set(references.map((one) => one.specifier));
  references.push(...findStringPaths(text, { lines, known }));
  return { ...PLAIN, references };
}

function referenceOf({ kind, text }: StyleMention, line: number): Reference | undefined {
  const written = text.replace(/[?#](?!\{).*$/s, "");
  if (ADDRESS.test(written) && !written.startsWith("pkg:")) return undefined;
  if (kind === "asset") {
    const found = { specifier: decode(written), type: "reference", strength: "weak", line } as const;
    return written.startsWith("~") ? { kind: "stylesheet", ...found } : { kind: "path", ...found };
  }
  const found = { specifier: written, type: "import", strength: "strong", line } as const;
  return { kind: COMPUTED.test(written) ? "opaque" : "stylesheet", ...found };
}

function decode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
