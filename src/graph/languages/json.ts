import { findDataAliases } from "../aliases/data-aliases.ts";
import { mayHoldAliases } from "../aliases/rules.ts";
import { extractData } from "../data/extract-data.ts";
import { manifestFields } from "../data/manifest-fields.ts";
import { parseJson } from "../data/parse-json.ts";
import { type Extraction, PLAIN } from "../extraction.ts";
import { findStringPaths } from "../javascript/reaching/string-paths.ts";
import { indexLines } from "../lines.ts";

/** JSON, with or without comments. */
export function extractJson(text: string): Extraction {
  const lines = indexLines(text);
  const parsed = parseJson(text);
  if (parsed.ok) {
    const aliases = mayHoldAliases(text) ? findDataAliases(parsed.root) : [];
    const fields = manifestFields(parsed.root);
    return {
      ...extractData(parsed.root, lines),
      ...(aliases.length > 0 ? { aliases } : {}),
      ...(fields === undefined ? {} : { fields }),
    };
  }
  const { message, offset } = parsed;
  return {
    ...PLAIN,
    // Some tools are more tolerant than the parser.
    references: findStringPaths(text, { lines }),
    syntaxError: { message, line: lines.lineAt(offset), column: lines.columnAt(offset) },
  };
}
