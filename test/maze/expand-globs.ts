import picomatch from "picomatch";
import { SHARED_SETTINGS, TOOLS } from "../../src/tools/table.ts";

/** A name under which the table says that a tool, or one whose settings it reads, finds its settings. */
export interface SoughtName {
  readonly name: string;
  readonly isAmong: (paths: Iterable<string>) => boolean;
}

/** All names of a tool's row, one by one, with those of the rows that it always reads. */
export function expandGlobs(tool: string): readonly SoughtName[] {
  const rows = new Set([tool]);
  for (const row of rows) for (const other of factsOf(row)?.reads ?? []) rows.add(other);
  const names = new Set([...rows].flatMap((row) => factsOf(row)?.configuration ?? []).flatMap(expand));
  return [...names].map((name) => {
    const matches = picomatch(`**/${name}`, { dot: true });
    return { name, isAmong: (paths) => [...paths].some((path) => matches(path)) };
  });
}

function factsOf(tool: string): ReturnType<typeof TOOLS.get> {
  return TOOLS.get(tool) ?? SHARED_SETTINGS.get(tool);
}

/** `a.{b,c}` as `a.b` and `a.c`. */
export function expand(glob: string): readonly string[] {
  const [whole, inner] = /\{([^{}]*)\}/.exec(glob) ?? [];
  if (whole === undefined || inner === undefined) return [glob];
  return inner.split(",").flatMap((each) => expand(glob.replace(whole, each)));
}
