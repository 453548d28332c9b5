import type { Extraction } from "../extraction.ts";
import { extractMarkup } from "../markup/extract-markup.ts";
import { scriptExtension } from "../markup/script-language.ts";

/** HTML pages, with the code and the styles in them. */
export function extractHtml(text: string): Extraction {
  return extractMarkup(text, { scriptExtension });
}
