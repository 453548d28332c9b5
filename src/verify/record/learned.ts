import { createCheckGraph } from "../../checks/check-graph.ts";
import type { Store } from "../../store/store.ts";
import type { Conflict, Made } from "../../trace/run-files.ts";
import type { Check } from "../../vocabulary/check/check.ts";

/** What runs have shown about a check that its declaration does not say. */
interface Learned {
  /** Checks that make what it reads. */
  readonly after: readonly string[];
  /** Globs of what it makes for other checks. */
  readonly makes: readonly string[];
  /** Where it was seen to write. */
  readonly writes: readonly string[];
}

type Nodes = Pick<Store, "nodes">;

const NOTHING: Learned = { after: [], makes: [], writes: [] };

/**
 * Stores what a conflict between two checks shows, so that the next run orders them. False if only an edit of
 * the configuration helps: in a declared configuration, its author decides what waits for what.
 */
export function learnFrom(
  { path, writer, reader, makes }: Conflict,
  { store, checks, isInferred }: { store: Nodes; checks: readonly Check[]; isInferred: boolean },
): boolean {
  if (makes !== undefined) {
    const glob = makes === path ? makes : `${makes}/**`;
    return learn(store, writer, (known) => ({ ...known, makes: [...new Set([...known.makes, glob])] }));
  }
  const isCircle = createCheckGraph(orderAsLearned(checks, store))
    .withDependencies([writer])
    .includes(reader);
  if (!isInferred || isCircle) return false;
  return learn(store, reader, (known) => ({ ...known, after: [...new Set([...known.after, writer])] }));
}

/** Stores where checks were seen to write. */
export function keepMade(store: Nodes, made: Made): void {
  for (const [check, places] of made)
    learn(store, check, (known) => ({ ...known, writes: [...new Set([...known.writes, ...places])].sort() }));
}

export function madeBefore({ nodes }: Nodes, checks: readonly Check[]): Made {
  return new Map(checks.map(({ name }) => [name, new Set(read(nodes, name).writes)]));
}

/** The checks, with what runs have shown about them. */
export function orderAsLearned(checks: readonly Check[], { nodes }: Nodes): readonly Check[] {
  const names = new Set(checks.map(({ name }) => name));
  return checks.map((check) => {
    const { after, makes } = read(nodes, check.name);
    const more = after.filter((name) => names.has(name) && !check.dependsOn.includes(name));
    const made = makes.filter((glob) => !check.outputs.includes(glob));
    if (more.length + made.length === 0) return check;
    return { ...check, dependsOn: [...check.dependsOn, ...more], outputs: [...check.outputs, ...made] };
  });
}

function learn({ nodes }: Nodes, check: string, change: (known: Learned) => Learned): true {
  const known = read(nodes, check);
  const now = change(known);
  if (JSON.stringify(now) !== JSON.stringify(known)) nodes.putMany(new Map([[keyOf(check), now]]));
  return true;
}

function read(nodes: Store["nodes"], check: string): Learned {
  return (nodes.get(keyOf(check)) as Learned | undefined) ?? NOTHING;
}

/** A separator is safe: no hash contains a space. */
function keyOf(check: string): string {
  return `learned ${check}`;
}
