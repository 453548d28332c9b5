const LEVELS = "▁▂▃▄▅▆▇█";

/** Numbers as a line of bars, from zero to the largest of them. */
export function sparkline(values: readonly number[]): string {
  const largest = Math.max(0, ...values);
  return values
    .map((value) => {
      const level = largest === 0 ? 0 : Math.ceil((value / largest) * LEVELS.length) - 1;
      return LEVELS[Math.min(LEVELS.length - 1, Math.max(0, level))];
    })
    .join("");
}
