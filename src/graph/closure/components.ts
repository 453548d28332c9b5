/** For each vertex, the vertices that it leads to. */
export type Adjacency = readonly (readonly number[])[];

export interface StrongComponents {
  /** Each component's vertices, ascending. A component comes after everything that it leads to. */
  readonly members: readonly (readonly number[])[];
  /** The component of each vertex. */
  readonly of: readonly number[];
}

/** Finds the strongly connected components in one pass, without recursion, because chains can be arbitrarily long. */
export function findComponents(adjacency: Adjacency): StrongComponents {
  const size = adjacency.length;
  const order: number[] = adjacency.map(() => -1);
  const low: number[] = adjacency.map(() => 0);
  const of: number[] = adjacency.map(() => -1);
  const members: number[][] = [];
  const open: number[] = [];
  const path: number[] = [];
  const next: number[] = adjacency.map(() => 0);
  let count = 0;

  const enter = (vertex: number): void => {
    order[vertex] = count;
    low[vertex] = count;
    count += 1;
    open.push(vertex);
    path.push(vertex);
  };
  const lower = (vertex: number, value: number): void => {
    if (value < (low[vertex] as number)) low[vertex] = value;
  };
  const close = (vertex: number): void => {
    if (low[vertex] !== order[vertex]) return;
    const component: number[] = [];
    for (let last = -1; last !== vertex;) {
      last = open.pop() as number;
      of[last] = members.length;
      component.push(last);
    }
    members.push(component.sort((a, b) => a - b));
  };

  for (let start = 0; start < size; start += 1) {
    if (order[start] !== -1) continue;
    enter(start);
    while (path.length > 0) {
      const vertex = path.at(-1) as number;
      const target = adjacency[vertex]?.[next[vertex] as number];
      if (target === undefined) {
        path.pop();
        close(vertex);
        const parent = path.at(-1);
        if (parent !== undefined) lower(parent, low[vertex] as number);
        continue;
      }
      next[vertex] = (next[vertex] as number) + 1;
      if (order[target] === -1) enter(target);
      else if (of[target] === -1) lower(vertex, order[target] as number);
    }
  }
  return { members, of };
}
