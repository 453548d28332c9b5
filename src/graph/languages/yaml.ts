import { extractData } from "../data/extract-data.ts";
import { parseYaml } from "../data/parse-yaml.ts";
import { type Extraction, PLAIN } from "../extraction.ts";
import { indexLines } from "../lines.ts";

/** YAML, with one document or several. */
export function extractYaml(text: string): Extraction {
  const lines = indexLines(text);
  const { root, fault } = parseYaml(text);
  if (fault === undefined) return extractData(root, lines);
  const { message, offset } = fault;
  const { references } = extractData(root, lines);
  const syntaxError = { message, line: lines.lineAt(offset), column: lines.columnAt(offset) };
  return { ...PLAIN, references, syntaxError };
}
