import { type ParserOptions, parseSync } from "oxc-parser";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { TextFault } from "./text-fault.ts";

/**
 * Ways to parse plain JavaScript: whatever runs it decides whether it is a module, and whether it may contain JSX or
 * types.
 */
const JAVASCRIPT: readonly ParserOptions[] = [
  { lang: "jsx", sourceType: "module" },
  { lang: "jsx", sourceType: "commonjs" },
  { lang: "jsx", sourceType: "script" },
  { lang: "tsx", sourceType: "module" },
];
/** Signs of Flow, whose types this parser cannot read. */
const FLOW =
  /@(?:no)?flow\b|\bimport\s+(?:typeof|type)\b|\{\s*type(?:of)?\s+\w|^\s*declare\s|\{\||:\s*\?\s*[A-Za-z]|\b(?:opaque|export)\s+type\b|\w\s*:\s*(?:any|mixed)\b|\w\?:\s/m;
/** Qt translations have the same extension. */
const XML = /^\s*<\?xml|^\s*<!DOCTYPE/i;

/** A text has a fault only if no common way to parse it succeeds. */
export function findJavascriptFault(text: string, path: RepoPath): TextFault | null {
  if (XML.test(text)) return null;
  const isPlain = /\.[mc]?jsx?$/.test(path);
  const readings = isPlain ? JAVASCRIPT : typescriptReadings(path);
  let first: TextFault | undefined;
  for (const reading of readings) {
    const [error] = parseSync(path, text, reading).errors;
    if (error === undefined) return null;
    first ??= { message: error.message, offset: error.labels[0]?.start ?? 0 };
  }
  return first === undefined || (isPlain && FLOW.test(text)) ? null : first;
}

function typescriptReadings(path: string): readonly ParserOptions[] {
  const lang = path.endsWith(".tsx") ? "tsx" : /\.d\.[mc]?ts$/.test(path) ? "dts" : "ts";
  return [
    { lang, sourceType: "module" },
    { lang, sourceType: "commonjs" },
    { lang, sourceType: "script" },
  ];
}
