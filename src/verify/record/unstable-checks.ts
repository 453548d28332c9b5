import { matchGlobs } from "../../paths/glob.ts";
import type { Store } from "../../store/store.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { UnstableCheck } from "../../vocabulary/verdict/unstable-check.ts";

type Noted = readonly Pick<UnstableCheck, "file" | "said">[];

/** Keeps that a check writes what it reads. True where it was not known: then it is told, and never again. */
export function noteUnstable({ nodes }: Pick<Store, "nodes">, { check, file, said }: UnstableCheck): boolean {
  const known = read(nodes, check);
  if (known.some((each) => each.file === file)) return false;
  nodes.putMany(new Map([[keyOf(check), [...known, { file, said }]]]));
  return true;
}

/** What was told of a check, as far as nothing was done about it. */
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

/** No hash has a space. */
function keyOf(check: string): string {
  return `unsettled ${check}`;
}
