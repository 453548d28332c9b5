import { type Extraction, PLAIN, type Reference } from "../extraction.ts";
import { findStringPaths } from "../javascript/reaching/string-paths.ts";
import { indexLines } from "../lines.ts";
import { findPythonImports } from "../python/modules.ts";

/** Ways to load what only running the code can tell. */
const COMPUTED =
  /\bimportlib\b|\b__import__\b|\bsys\s*\.\s*(?:path|meta_path|modules)\b|\b(?:exec|eval|execfile)\s*\(|\b(?:runpy|pkgutil|imp|zipimport|site)\s*\.\s*\w|\bfrom\s+(?:sys|runpy|pkgutil)\s+import\b|\b__path__\b/;
/** Module names in strings: pytest plugins, settings and applications of a framework, what a mock replaces. */
const DOTTED = /(["'])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)\1/g;

const VARIABLE = /\b(?:environ\s*(?:\[|\.\s*(?:get|pop|setdefault)\()|getenv\()\s*(["'])(\w+)\1/g;

const CONTAINED = /(["'])(\w+)\1\s+(?:not\s+)?in\s+(?:os\s*\.\s*)?environ\b/g;

/** Python: what it imports, and what its strings name. */
export function extractPython(text: string): Extraction {
  const lines = indexLines(text);
  const references: Reference[] = [];
  const seen = new Set<string>();
  const add = (specifier: string, offset: number, strength: Reference["strength"]): void => {
    if (seen.has(specifier)) return;
    seen.add(specifier);
    references.push({ kind: "python", specifier, type: "import", strength, line: lines.lineAt(offset) });
  };
  for (const { module, names, offset } of findPythonImports(text)) {
    if (/[^.]/.test(module) || names.length === 0) add(module, offset, "strong");
    // A name imported from a package may be a module in it.
    for (const name of names)
      add(/^\.*$/.test(module) ? `${module}${name}` : `${module}.${name}`, offset, "strong");
  }
  for (const match of text.matchAll(DOTTED)) add(match[2] as string, match.index, "weak");
  // Test runners load it automatically, from each directory above.
  add("(conftest)", 0, "weak");
  const computed = COMPUTED.exec(text);
  if (computed !== null) {
    const line = lines.lineAt(computed.index);
    references.push({ kind: "opaque", specifier: computed[0], type: "import", strength: "strong", line });
  }
  references.push(...findStringPaths(text, { lines }));
  const named = [...text.matchAll(VARIABLE), ...text.matchAll(CONTAINED)].map((match) => match[2] as string);
  const variables = [...new Set(named)].sort();
  return { ...PLAIN, references, ...(variables.length > 0 ? { variables } : {}) };
}
