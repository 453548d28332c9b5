/**
 * The least of any number of numbers; `Infinity` if there are none. `Math.min` only takes as many as fit on the stack.
 */
export function leastOf(values: Iterable<number>): number {
  let least = Infinity;
  for (const value of values) if (value < least) least = value;
  return least;
}
