/** A share as people write it: `1/32`, `5%` or `0.05`. Null if it is not one, or not from 0 to 1. */
export function parseShare(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?|\.\d+)(?:(%)|\/(\d+))?$/.exec(text.trim());
  if (match === null) return null;
  const [, number, percent, divisor] = match;
  const share = Number(number) / (percent === undefined ? Number(divisor ?? 1) : 100);
  return share >= 0 && share <= 1 ? share : null;
}
