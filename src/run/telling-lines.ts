import { stripVTControlCharacters } from "node:util";
import { shorten } from "../vocabulary/shorten.ts";

/** What package managers print before anything happens, and what says nothing. */
const NOISE = /^(?:> |npm (?:warn|notice)|yarn run |\$ |[-=*#_~.\s]*$)/i;
const TELLING =
  /\b(?:error|fail(?:ed|ure)?|cannot|can't|could not|not found|unexpected|undefined|exception|missing|invalid|fatal|panic)\b/i;
const LINES = 3;
const LENGTH = 400;

/** The first lines of an output that say what went wrong, on one line; its first lines where none says so. */
export function tellingLines(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !NOISE.test(line));
  const first = Math.max(
    0,
    lines.findIndex((line) => TELLING.test(line)),
  );
  return shorten(lines.slice(first, first + LINES).join(" "), LENGTH);
}
