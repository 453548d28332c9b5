import { InvalidArgumentError } from "commander";
import { parseShare } from "../../values/share.ts";

/** Reads a repeatable option. */
export function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

/** The same for names, which contain no comma: `a,b` gives two. */
export function collectNames(value: string, earlier: readonly string[]): readonly string[] {
  const names = value.split(",").map((name) => name.trim());
  return [...earlier, ...(names.every((name) => name !== "") ? names : [value])];
}

/** Reads a share, such as 1/32. */
export function share(text: string): number {
  const value = parseShare(text);
  if (value === null)
    throw new InvalidArgumentError("Expected a share from 0 to 1, such as 1/32, 5% or 0.05.");
  return value;
}

/** The longest time that a timer supports, in milliseconds. */
const MAXIMUM = 2_147_483_647;

/** Reads a whole number of at least `minimum`. */
export function wholeNumber(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > MAXIMUM) {
      throw new InvalidArgumentError(`Expected a whole number from ${minimum} to ${MAXIMUM}.`);
    }
    return value;
  };
}
