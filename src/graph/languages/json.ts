import { extractData } from "../data/extract-data.ts";
import { parseJson } from "../data/parse-json.ts";
import { type Extraction, PLAIN } from "../extraction.ts";
import { indexLines } from "../lines.ts";

/** JSON, with or without comments. */
export function extractJson(text: string): Extraction {
  const lines = indexLines(text);
  const parsed = parseJson(text);
  if (parsed.ok) return extractData(parsed.root, lines);
  const { message, offset } = parsed;
  return {
    ...PLAIN,
    syntaxError: { message, line: lines.lineAt(offset), column: lines.columnAt(offset) },
  };
}
