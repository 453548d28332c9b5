import { isAbsolute } from "node:path";

/**
 * The files that a tool printed when it was asked for them: as JSON, a list of names or of objects with a `file`. A
 * configuration that it loads may print something before or after. Null if there is no such list.
 */
export function readAnswer(output: string): readonly string[] | null {
  const starts = [...output.matchAll(/^[ \t]*\[/gm)].slice(-MOST_STARTS).map(({ index }) => index);
  for (const start of starts.toReversed()) {
    const rest = output.slice(start);
    const line = rest.slice(0, (rest.indexOf("\n") + 1 || rest.length + 1) - 1);
    const block = rest.slice(0, (/^\][ \t]*$/m.exec(rest)?.index ?? rest.length) + 1);
    for (const text of new Set([line, block, rest])) {
      const names = readNames(text);
      if (names !== null) return names;
    }
  }
  return null;
}

/** How many places in the output may look like a list. */
const MOST_STARTS = 20;

function readNames(text: string): readonly string[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(value)) return null;
  const names = value.map((each: unknown) =>
    typeof each === "object" && each !== null && "file" in each ? each.file : each,
  );
  return names.every((name) => typeof name === "string") ? names : null;
}

/** The paths that a compiler printed, one per line; null if there is anything else, or nothing. */
export function readPaths(output: string): readonly string[] | null {
  const lines = output.split(/\r?\n/).filter((line) => line !== "");
  return lines.length > 0 && lines.every((line) => isAbsolute(line)) ? lines : null;
}
