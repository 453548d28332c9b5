import type { Extraction } from "../extraction.ts";
import { astroStructure } from "../markup/astro-structure.ts";
import { type Code, extractMarkup } from "../markup/extract-markup.ts";
import { scriptExtension } from "../markup/script-language.ts";

const FENCE = /^\s*---/;

/** Astro components: code between two fences, and a template with scripts that may be TypeScript. */
export function extractAstro(text: string): Extraction {
  return extractMarkup(text, {
    scriptExtension: (attributes) => {
      const extension = scriptExtension(attributes);
      return extension === ".js" ? ".ts" : extension;
    },
    findCode: findFrontMatter,
    structureOf: astroStructure,
  });
}

function findFrontMatter(text: string): Code | undefined {
  const open = FENCE.exec(text);
  if (open === null) return undefined;
  const start = open[0].length;
  const end = text.indexOf("\n---", start);
  return { start, end: end === -1 ? text.length : end, extension: ".ts", mayReturn: true };
}
