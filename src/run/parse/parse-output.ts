import type { ParserName, ProblemMatcher } from "../../vocabulary/check/parser.ts";
import type { Claim, Parsed, Printed, Problem } from "./parser.ts";
import { type LinesParser, type Parser, PARSERS } from "./parsers.ts";
import { createProblemMatcher } from "./problem-matcher.ts";
import { unreadErrors } from "./unread-errors.ts";

/** How a check says its output is to be read. */
export type OutputFormat = "auto" | ParserName | ProblemMatcher;

/** Problems and what they cover; null if the output is not in the requested format. */
export async function parseOutput(
  format: OutputFormat,
  printed: Printed,
  { passed }: { readonly passed: boolean },
): Promise<Parsed | null> {
  if (format === "auto") return recognise(printed, passed);
  const parser: Parser =
    typeof format === "object"
      ? { kind: "text", parse: createProblemMatcher(format), isOfRunner: false }
      : PARSERS[format];
  if (parser.kind === "structured") return parser.parse(printed);
  const problems = readText([parser], printed, passed);
  return { problems, covered: passed ? [] : (parser.cover?.(printed, problems) ?? []) };
}

/**
 * Recognises the format from the output itself. It takes the first structured format that fits, and reads the text
 * around it only if that format reports no error. Text may contain several formats; each line belongs to the first that
 * claims it.
 */
async function recognise(printed: Printed, passed: boolean): Promise<Parsed | null> {
  let found: Parsed | null = null;
  for (const { kind, parse } of Object.values(PARSERS)) {
    if (kind !== "structured") continue;
    found = await parse(printed);
    if (found !== null) break;
  }
  if (found?.problems.some(({ severity }) => severity === "error") === true) return found;
  const texts = Object.values(PARSERS).filter((parser) => parser.kind === "text");
  // What a passing command prints is not an error, even if it looks like one: its tests may be about errors.
  const problems = readText(texts, printed, passed).filter(({ severity }) => !passed || severity !== "error");
  if (found === null) return problems.length === 0 ? null : { problems, covered: [] };
  return { ...found, problems: [...found.problems, ...problems] };
}

/**
 * Even if something explains a failure, unclaimed lines may report another one, so they are kept too, but not if the
 * user's own code may have printed them.
 */
function readText(parsers: readonly LinesParser[], printed: Printed, passed: boolean): readonly Problem[] {
  let isOfRunner = false;
  const streams = [printed.stdout, printed.stderr].map((lines) => {
    const claimed = new Uint8Array(lines.length);
    const claims: Claim[] = [];
    if (lines.length === 1 && lines[0] === "") return { lines, taken: claimed, claims };
    for (const parser of parsers) {
      for (const claim of parser.parse(lines, printed.locate)) {
        if (claimed[claim.from] === 1) continue;
        claimed.fill(1, claim.from, claim.to);
        claims.push(claim);
        isOfRunner ||= parser.isOfRunner;
      }
    }
    return { lines, taken: claimed, claims };
  });
  const isExplained = streams.some(({ claims }) =>
    claims.some(({ problem }) => problem.severity === "error"),
  );
  const isSearched = isExplained && !passed && !isOfRunner;
  return streams.flatMap(({ lines, taken, claims }) =>
    [...claims, ...(isSearched ? unreadErrors(lines, taken) : [])]
      .sort((a, b) => a.from - b.from)
      .map(({ problem }) => problem),
  );
}
