import type { Extraction } from "../extraction.ts";
import { extractMarkup } from "../markup/extract-markup.ts";
import { scriptExtension } from "../markup/script-language.ts";

/** Components of Vue: its compiler also reads the types that a component's properties are declared with. */
export function extractVue(text: string): Extraction {
  return extractMarkup(text, { scriptExtension, readsTypes: true });
}
