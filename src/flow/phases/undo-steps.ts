import type { CommitStep, FileStep } from "../staleness/commit-graph.ts";

/** Walks from HEAD down every path, undoes each step, and tells for each requested commit what differs there. */
export function undoSteps(
  head: string,
  given: {
    readonly wanted: ReadonlySet<string>;
    readonly ways: ReadonlyMap<string, readonly string[]>;
    readonly files: ReadonlyMap<string, readonly FileStep[]>;
  },
): ReadonlyMap<string, ReadonlySet<string>> {
  const changed = new Map<string, ReadonlySet<string>>();
  const atHead = new Map<string, string>();
  /** The files that differ from HEAD at the current commit, and how. */
  const different = new Map<string, string>();
  const put = (path: string, state: string | undefined): void => {
    if (state === undefined || state === atHead.get(path)) different.delete(path);
    else different.set(path, state);
  };
  const stack: (CommitStep | (() => void))[] = [{ commit: head, parent: head }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === "function") {
      next();
      continue;
    }
    const undone = given.files.get(keyOf(next)) ?? [];
    const earlier = undone.map(({ path }) => [path, different.get(path)] as const);
    for (const { path, before, after } of undone) {
      if (!different.has(path)) atHead.set(path, after);
      put(path, before);
    }
    stack.push(() => {
      for (const [path, state] of earlier) put(path, state);
    });
    const { parent } = next;
    if (parent === null) continue;
    if (given.wanted.has(parent)) changed.set(parent, new Set(different.keys()));
    for (const below of given.ways.get(parent) ?? []) stack.push({ commit: parent, parent: below });
  }
  return changed;
}

export function keyOf({ commit, parent }: CommitStep): string {
  return `${commit} ${parent ?? ""}`;
}
