/**
 * Runs at most `width` pieces of work at once, as of the moment when one starts; the others wait for their turn, in
 * order.
 */
export function createLimit(width: number | (() => number)): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  const most = typeof width === "number" ? () => width : width;
  return async (work) => {
    if (running >= most()) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
