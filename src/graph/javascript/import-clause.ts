/** What an import or re-export takes, read from the statement up to its specifier. */
export interface ImportClause {
  readonly names: readonly string[];
  readonly typeOnly: boolean;
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
/** `type` is a modifier only where another binding follows it: `import type from "x"` imports a default. */
const TYPE_MODIFIER = /^type\s*(?=[{*]|\s[\w$]+\s+from\s*$|\s[\w$]+\s*,)/;
const PHASE_MODIFIER = /^(?:defer|source)\s+(?=\*|[\w$]+\s+from\s*$)/;

export function parseImportClause(statement: string): ImportClause {
  const clause = statement
    .replace(COMMENT, " ")
    .replace(/^\s*(?:import|export)\b\s*/, "")
    .trimEnd();
  const typeOnly = TYPE_MODIFIER.test(clause);
  const bindings = clause.replace(TYPE_MODIFIER, "").replace(PHASE_MODIFIER, "").trim();
  const names: string[] = [];
  if (/^[\w$\u0080-\uFFFF]+\s*(?:,|\s*from$)/.test(bindings)) names.push("default");
  const braces = /\{([\s\S]*)\}/.exec(bindings);
  if (/(?:^|,)\s*\*/.test(bindings.replace(/\{[\s\S]*\}/, ""))) names.push("*");
  for (const part of braces?.[1]?.split(",") ?? []) {
    const name = importedName(part.trim());
    if (name !== "") names.push(name);
  }
  return { names, typeOnly };
}

function importedName(specifier: string): string {
  const bare = specifier.replace(/^type\s+(?!as\b(?!\s+as\b))/, "");
  const name = bare.split(/\s+as\s+/)[0] ?? "";
  return /^["']/.test(name) ? name.slice(1, -1) : name;
}
