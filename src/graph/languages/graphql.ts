import { type Extraction, PLAIN, type Reference } from "../extraction.ts";
import { indexLines } from "../lines.ts";

const IMPORT = /^[ \t]*#[ \t]*import[ \t]+(?:[^"'\n]*[ \t]from[ \t]+)?(?:"([^"\n]+)"|'([^'\n]+)')/gm;
const ENDINGS = [".graphql", ".gql", ".graphqls"];

/** GraphQL: schemas and operations, which include others through comments. */
export function extractGraphql(text: string): Extraction {
  const lines = indexLines(text);
  const references = [...text.matchAll(IMPORT)].map((match): Reference => {
    const specifier = match[1] ?? match[2] ?? "";
    const found = {
      type: "import",
      strength: "strong",
      line: lines.lineAt(match.index),
      endings: ENDINGS,
    } as const;
    return /^[@~#$]/.test(specifier)
      ? { kind: "module", specifier, ...found }
      : { kind: "path", specifier, ...found, base: "file" };
  });
  return { ...PLAIN, references };
}
