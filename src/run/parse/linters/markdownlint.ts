import { countCovered } from "../count-covered.ts";
import { positionOf, severityOf } from "../formats/json.ts";
import type { Claim, CoveredFile, Printed, Problem, TextParser } from "../parser.ts";

/** `a.md:3:5 error MD001/heading-increment Headings ...`; older versions name no severity, or write `a.md: 3: MD001/...`. */
const FINDING =
  /^(\S.{0,2000}?)(?::(\d{1,9})(?::(\d{1,9}))?|: (\d{1,9})(?::(\d{1,9}))?:) (?:(error|warning) )?([A-Z][\w-]{0,100}(?:\/[\w-]{1,100}){1,9}|MD\d{3}) (\S.*)$/;
/** What markdownlint-cli2 says beside that. */
const AROUND = /^(?:markdownlint-cli2 v|Finding: |Linting: \d|Summary: \d|$)/;
const LINTED = /^Linting: (\d{1,9}) file/;

/**
 * Both programs print every problem of every file. So if they print nothing else, the other files are clean; anything else
 * may say that a file could not be read.
 */
export function coverMarkdownlint(
  { stdout, stderr, targets }: Printed,
  problems: readonly Problem[],
): readonly CoveredFile[] {
  const lines = [...stdout, ...stderr];
  if (lines.some((line) => !AROUND.test(line) && !FINDING.test(line))) return [];
  const counted = lines.flatMap((line) => LINTED.exec(line)?.[1] ?? []);
  return countCovered(counted.length === 0 ? targets.length : Number(counted[0]), targets, problems);
}

/** The output of `markdownlint` and `markdownlint-cli2`: one problem per line. */
export const parseMarkdownlint: TextParser = (lines, locate) =>
  lines.flatMap((line, at): Claim[] => {
    const match = line.includes("MD") || line.includes("/") ? FINDING.exec(line) : null;
    const place = match === null ? null : locate(match[1] as string);
    if (match === null || place?.exists !== true) return [];
    const [, , row, column, olderRow, olderColumn, severity, code, message = ""] = match;
    const problem: Problem = {
      severity: severityOf(severity),
      message,
      file: place.path,
      line: positionOf(row ?? olderRow),
      column: positionOf(column ?? olderColumn),
      code,
      raw: line,
    };
    return [{ from: at, to: at + 1, problem }];
  });
