import type { Extraction } from "../extraction.ts";
import { extractMarkup } from "../markup/extract-markup.ts";
import { scriptExtension } from "../markup/script-language.ts";

/** Svelte components. */
export function extractSvelte(text: string): Extraction {
  return extractMarkup(text, { scriptExtension });
}
