import { countCovered } from "../count-covered.ts";
import { positionOf } from "../formats/json.ts";
import type { Claim, CoveredFile, Printed, Problem, TextParser } from "../parser.ts";

const BROKEN = /^\[error\] (\S.{0,2000}?): (\w{0,100}Error: .*)$/;

const FOUND = /^\[warn\] Code style issues found in (?:the above file|(\d{1,9}) files)\b/;

/**
 * At the end, Prettier says how many files are not formatted. If it has named as many, the others are formatted. After
 * an error in a file, it does not say whether it checked the others.
 */
export function coverPrettier(
  { stdout, stderr, targets }: Printed,
  problems: readonly Problem[],
): readonly CoveredFile[] {
  const lines = [...stdout, ...stderr];
  const found = lines.flatMap((line) => FOUND.exec(line) ?? []);
  const count = found.length === 0 ? null : Number(found[1] ?? 1);
  const named = new Set(problems.flatMap(({ file }) => file ?? []));
  if (count !== named.size || lines.some((line) => line.startsWith("[error]"))) return [];
  return countCovered(targets.length, targets, problems);
}

/** The output of `prettier --check`: one file per line. */
export const parsePrettier: TextParser = (lines, locate) =>
  lines.flatMap((line, at): Claim[] => {
    const unformatted = line.startsWith("[warn] ") ? locate(line.slice(7).trim()) : null;
    const claim = (problem: Claim["problem"]): Claim[] => [{ from: at, to: at + 1, problem }];
    if (unformatted?.exists === true) {
      return claim({
        severity: "error",
        message: "It is not formatted as Prettier would.",
        file: unformatted.path,
        suggestion: `prettier --write ${unformatted.path}`,
        raw: line,
      });
    }
    const broken = line.startsWith("[error] ") ? BROKEN.exec(line) : null;
    const place = broken === null ? null : locate(broken[1] as string);
    if (broken === null || place === null) return [];
    const position = / \((\d{1,9}):(\d{1,9})\)$/.exec(line);
    return claim({
      severity: "error",
      message: (broken[2] as string).replace(/ \(\d{1,9}:\d{1,9}\)$/, ""),
      file: place.path,
      line: positionOf(position?.[1]),
      column: positionOf(position?.[2]),
      raw: line,
    });
  });
