/** What an import or re-export takes, read from the statement up to its specifier. */
export interface ImportClause {
  readonly names: readonly string[];
  readonly typeOnly: boolean;
  /** Each name is marked as a type: the module may be loaded, but nothing of it is used. */
  readonly onlyTypes: boolean;
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
/** `type` is a modifier only if another binding follows it: `import type from "x"` imports a default. */
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
  let types = 0;
  for (const part of braces?.[1]?.split(",") ?? []) {
    const specifier = part.trim();
    const name = importedName(specifier);
    if (name !== "") names.push(name);
    if (INLINE_TYPE.test(specifier)) types += 1;
  }
  return { names, typeOnly, onlyTypes: typeOnly || (types > 0 && types === names.length) };
}

const INLINE_TYPE = /^type\s+(?!as\b(?!\s+as\b))/;

function importedName(specifier: string): string {
  const bare = specifier.replace(INLINE_TYPE, "");
  const name = bare.split(/\s+as\s+/)[0] ?? "";
  return /^["']/.test(name) ? name.slice(1, -1) : name;
}
