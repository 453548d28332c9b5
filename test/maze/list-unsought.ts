import picomatch from "picomatch";
import { SHARED_SETTINGS, TOOLS } from "../../src/tools/table.ts";
import type { ToolFacts } from "../../src/tools/tool-facts.ts";

/**
 * The names of a tool's row, and of the rows that it always reads, under which nothing was looked for. Where that is so of all
 * names of a glob, the glob is told, and of all names of another row, `all of` it.
 */
export function listUnsought(
  tool: string,
  touched: ReadonlySet<string>,
  isHurried: (name: string) => boolean,
): readonly string[] {
  const rows = new Set([tool]);
  for (const row of rows) for (const other of factsOf(row)?.reads ?? []) rows.add(other);
  const paths = [...touched];
  const isSought = (name: string): boolean => {
    const matches = picomatch(`**/${name}`, { dot: true });
    return paths.some((path) => matches(path));
  };
  const summed = (all: readonly string[], sum: string): readonly string[] => {
    const unsought = all.filter((name) => !isSought(name) && !isHurried(name));
    return unsought.length === all.length && unsought.length > 0 ? [sum] : unsought;
  };
  const listed = [...rows].flatMap((row) => {
    const globs = factsOf(row)?.configuration ?? [];
    const found = globs.flatMap((glob) => summed(expand(glob), glob));
    return row !== tool && found.length === globs.length && !globs.some(isSought) ? [`all of ${row}`] : found;
  });
  return [...new Set(listed)];
}

function factsOf(tool: string): ToolFacts | undefined {
  return TOOLS.get(tool) ?? SHARED_SETTINGS.get(tool);
}

/** `a.{b,c}` as `a.b` and `a.c`. */
function expand(glob: string): readonly string[] {
  const [whole, inner] = /\{([^{}]*)\}/.exec(glob) ?? [];
  if (whole === undefined || inner === undefined) return [glob];
  return inner.split(",").flatMap((each) => expand(glob.replace(whole, each)));
}
