const MEMBER =
  /\b(?:process|Bun|meta)\s*\??\.\s*env\s*(?:\??\.\s*([A-Za-z_$][\w$]*)|(?:\?\.)?\[\s*(["'`])([\w$]+)\2\s*\])/g;
const TAKEN_APART =
  /\{([^{}]*)\}\s*=\s*(?:globalThis\s*\.\s*)?(?:process|Bun|import\s*\.\s*meta)\s*\.\s*env\b/g;
const ASKED = /\bDeno\s*\.\s*env\s*\.\s*(?:get|has)\(\s*(["'`])(\w+)\1/g;
const NAME = /^\s*(?:\.\.\.)?(["']?)([A-Za-z_$][\w$]*)\1/;

/** The environment variables that code names; sorted. */
export function findVariables(text: string): readonly string[] {
  if (!/\benv\b/.test(text)) return [];
  const names = new Set<string>();
  for (const [, bare, , quoted] of text.matchAll(MEMBER)) names.add(bare ?? quoted ?? "");
  for (const [, list = ""] of text.matchAll(TAKEN_APART))
    for (const part of list.split(",")) {
      const name = part.includes("...") ? undefined : NAME.exec(part)?.[2];
      if (name !== undefined) names.add(name);
    }
  for (const [, , name = ""] of text.matchAll(ASKED)) names.add(name);
  names.delete("");
  return [...names].sort();
}
