import type { Reference } from "../extraction.ts";
import type { Lines } from "../lines.ts";

const LOADED = /(?<![\w$.])(?:import|require)\s*\(\s*(["'`])([^"'`\n$]+)\1/g;
/** Only in an expression of a template: in the text of a page, these words mean nothing. */
const COMPUTED = /\{[^{}<]*?(?<![\w$.])import\s*\(\s*(?!["'])([^\s)][^)\n]{0,80})/g;

/** Modules that the expressions of a template load. */
export function findExpressions(markup: string, lines: Lines): Reference[] {
  if (!/\b(?:import|require)\s*\(/.test(markup)) return [];
  const shared = (offset: number) =>
    ({ type: "import", strength: "strong", line: lines.lineAt(offset) }) as const;
  const references: Reference[] = [];
  for (const match of markup.matchAll(LOADED))
    references.push({ kind: "module", specifier: match[2] as string, ...shared(match.index) });
  for (const match of markup.matchAll(COMPUTED))
    if (!/^`[^`$]*`/.test(match[1] as string))
      references.push({ kind: "opaque", specifier: match[1] as string, ...shared(match.index) });
  return references;
}
