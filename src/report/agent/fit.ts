/** For each item, the cost of its forms, from the shortest to the longest. */
export type Costs = readonly (readonly number[])[];

/** The share of the room in which as many items as possible are named before any gets a longer form. */
const BREADTH = 0.6;

/**
 * Chooses a form for each item so that their sum fits; -1 if an item is left out. The first items are left out last,
 * and get the longer forms first.
 */
export function fit(costs: Costs, room: number): readonly number[] {
  const chosen = costs.map(() => -1);
  let spent = 0;
  let shown = 0;
  const costOf = (at: number, form: number): number => (form < 0 ? 0 : (costs[at]?.[form] ?? Infinity));
  const raise = (at: number, form: number, limit: number): boolean => {
    const next = spent - costOf(at, chosen[at] as number) + costOf(at, form);
    if (!(next <= limit)) return false;
    spent = next;
    chosen[at] = form;
    return true;
  };
  const nameMore = (limit: number): void => {
    while (shown < costs.length && raise(shown, 0, limit)) shown += 1;
  };
  nameMore(room * BREADTH);
  const forms = Math.max(0, ...costs.map((each) => each.length));
  const lengthen = (form: number): void => {
    for (let at = 0; at < shown; at += 1) if ((chosen[at] as number) < form) raise(at, form, room);
  };
  for (let form = 0; form < forms; form += 1) {
    lengthen(form);
    // Naming more items is better than saying more about the same ones.
    if (form > 0 || forms === 1) nameMore(room);
    lengthen(form);
  }
  return chosen;
}
