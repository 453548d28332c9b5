import type { Claim } from "./parser.ts";

const PROGRAM = "(?:[\\w./@+-]{1,80}: ){0,2}";
const WORD = new RegExp(
  `^${PROGRAM}(?:error:|error\\[|(?:fatal|panic|cannot|uncaught|unhandled|segmentation fault)\\b)`,
  "i",
);
const NAME = new RegExp(`^${PROGRAM}[A-Z]\\w{0,80}(?:Error|Exception)\\b`);

/**
 * The lines that report an error and that no format has claimed. They begin, at most after the name of a program, with
 * `error:` or a similar word, or with the name of an error as languages print it (`TypeError: ...`). Words further in
 * do not count: sources, titles and summaries have them too.
 */
export function unreadErrors(lines: readonly string[], taken: Uint8Array): readonly Claim[] {
  return lines.flatMap((line, at): Claim[] => {
    if (taken[at] === 1 || !(WORD.test(line) || NAME.test(line))) return [];
    return [{ from: at, to: at + 1, problem: { severity: "error", message: line.trim(), raw: line } }];
  });
}
