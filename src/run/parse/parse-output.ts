import type { ParserName, ProblemMatcher } from "../../vocabulary/parser.ts";
import type { Claim, Parsed, Printed, Problem, TextParser } from "./parser.ts";
import { PARSERS } from "./parsers.ts";
import { createProblemMatcher } from "./problem-matcher.ts";

/** What a check says about how its output is read. */
export type Format = "auto" | ParserName | ProblemMatcher;

/** Problems and what they cover; null where the output is not in the format that was named. */
export async function parseOutput(
  format: Format,
  printed: Printed,
  { passed }: { readonly passed: boolean },
): Promise<Parsed | null> {
  if (format === "auto") return recognise(printed, passed);
  if (typeof format === "object")
    return { problems: readText([createProblemMatcher(format)], printed), covered: [] };
  const parser = PARSERS[format];
  if (parser.kind === "structured") return parser.parse(printed);
  return { problems: readText([parser.parse], printed), covered: [] };
}

/**
 * Recognises the format from the output itself. The first structured format that fits is taken, and what stands around
 * it is read only if it says of no error; text may hold several formats, and each line belongs to the first
 * that claims it.
 */
async function recognise(printed: Printed, passed: boolean): Promise<Parsed | null> {
  let found: Parsed | null = null;
  for (const { kind, parse } of Object.values(PARSERS)) {
    if (kind !== "structured") continue;
    found = await parse(printed);
    if (found !== null) break;
  }
  if (found?.problems.some(({ severity }) => severity === "error") === true) return found;
  const texts = Object.values(PARSERS).flatMap((parser) => (parser.kind === "text" ? [parser.parse] : []));
  // What a passing command prints is no error, though it may look like one: its tests may be about errors.
  const problems = readText(texts, printed).filter(({ severity }) => !passed || severity !== "error");
  if (found === null) return problems.length === 0 ? null : { problems, covered: [] };
  return { ...found, problems: [...found.problems, ...problems] };
}

function readText(parsers: readonly TextParser[], printed: Printed): readonly Problem[] {
  return [printed.stdout, printed.stderr].flatMap((lines) => {
    if (lines.length === 1 && lines[0] === "") return [];
    const taken = new Uint8Array(lines.length);
    const kept: Claim[] = [];
    for (const parse of parsers) {
      for (const claim of parse(lines, printed.locate)) {
        if (taken[claim.from] === 1) continue;
        taken.fill(1, claim.from, claim.to);
        kept.push(claim);
      }
    }
    return kept.sort((a, b) => a.from - b.from).map(({ problem }) => problem);
  });
}
