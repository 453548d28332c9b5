import type { ReachOut, Reference } from "../../extraction.ts";
import { reachOf } from "./reaching-modules.ts";

/**
 * Each way to reach out once, at its first line: those through imports, and those that the syntax shows. What the
 * syntax shows also explains an import on the same line that cannot be followed.
 */
export function collectReachOuts(
  references: readonly Reference[],
  shown: readonly ReachOut[],
  text: string,
): readonly ReachOut[] {
  const explained = new Set(shown.map((one) => one.line));
  const imported = references
    .filter((one) => one.type === "import" && one.typeOnly !== true)
    .filter((one) => one.kind !== "opaque" || !explained.has(one.line))
    .flatMap((one) => reachOfImport(one) ?? []);
  const first = new Map<string, ReachOut>();
  for (const one of [...shown, ...imported].sort((a, b) => a.line - b.line)) {
    const way = one.how === "file-system" && LISTS.test(text) ? { ...one, how: "glob" as const } : one;
    const key = `${way.how} ${way.what}`;
    if (!first.has(key)) first.set(key, way);
  }
  return [...first.values()];
}

/** In code that uses the file system, words that list directories. */
const LISTS = /readdir|opendir|\bglob(?!al)/i;

function reachOfImport({ kind, specifier, line, names }: Reference): ReachOut | undefined {
  if (kind === "opaque") return { how: "computed-import", what: specifier, line };
  const found = kind === "module" ? reachOf(specifier, names) : undefined;
  return found === undefined ? undefined : { ...found, line };
}
