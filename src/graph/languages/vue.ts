import type { Extraction } from "../extraction.ts";
import { extractMarkup } from "../markup/extract-markup.ts";
import { scriptExtension } from "../markup/script-language.ts";

/** Vue components. The compiler also reads the types that declare a component's properties. */
export function extractVue(text: string): Extraction {
  return extractMarkup(text, { scriptExtension, readsTypes: true });
}
