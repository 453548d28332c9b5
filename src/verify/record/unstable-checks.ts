import { matchGlobs } from "../../paths/glob.ts";
import type { Store } from "../../store/store.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { UnstableCheck } from "../../vocabulary/verdict/unstable-check.ts";

type Noted = readonly Pick<UnstableCheck, "file" | "said">[];

/** Records that a check writes what it reads. True if that is new: the hint is printed only once. */
export function noteUnstable({ nodes }: Pick<Store, "nodes">, { check, file, said }: UnstableCheck): boolean {
  const known = read(nodes, check);
  if (known.some((each) => each.file === file)) return false;
  nodes.putMany(new Map([[keyOf(check), [...known, { file, said }]]]));
  return true;
}

/** Checks known to write what they read, unless that has been fixed since. */
export function listUnstable(
  { nodes }: Pick<Store, "nodes">,
  { name, outputs }: Pick<Check, "name" | "outputs">,
): readonly string[] {
  const isOutput = matchGlobs(outputs);
  return read(nodes, name).flatMap(({ file, said }) => (isOutput(file) ? [] : [said]));
}

function read(nodes: Store["nodes"], check: string): Noted {
  return (nodes.get(keyOf(check)) as Noted | undefined) ?? [];
}

/** A separator is safe: no hash contains a space. */
function keyOf(check: string): string {
  return `unsettled ${check}`;
}
