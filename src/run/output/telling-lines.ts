import { stripVTControlCharacters } from "node:util";
import { shorten } from "../../wording/shorten.ts";
import { isNoise, isTelling } from "../../wording/telling.ts";

const LINES = 3;
const LENGTH = 400;

/** The first lines of an output that say what went wrong, on one line; if none does, its first lines. */
export function tellingLines(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !isNoise(line));
  const first = Math.max(0, lines.findIndex(isTelling));
  return shorten(lines.slice(first, first + LINES).join(" "), LENGTH);
}
