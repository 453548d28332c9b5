import { runInNewContext } from "node:vm";
import type { ProblemMatcher, ProblemPattern } from "../../vocabulary/check/parser.ts";
import type { Severity } from "../../vocabulary/verdict/finding.ts";
import { positionOf, severityOf } from "./formats/json.ts";
import type { Locate } from "./locate.ts";
import type { Claim, Problem, TextParser } from "./parser.ts";

/** How many characters of a line a pattern sees. */
const LINE_LIMIT = 4096;
/** Milliseconds for all lines of a stream. If a pattern takes longer, the pattern is at fault, not the output. */
const TIME_LIMIT = 3000;

type Draft = Partial<Omit<Problem, "raw">>;

/**
 * Reads lines as a VS Code problem matcher does. The user's expressions can be extremely slow, so they get a time
 * limit; this throws when it is reached.
 */
export function createProblemMatcher(matcher: ProblemMatcher, timeLimit = TIME_LIMIT): TextParser {
  const given: readonly ProblemPattern[] = "regexp" in matcher.pattern ? [matcher.pattern] : matcher.pattern;
  const patterns = given.map((pattern) => ({ ...pattern, expression: new RegExp(pattern.regexp) }));
  return (lines, locate) => {
    const match = (): readonly Claim[] => matchLines(lines, patterns, { matcher, locate });
    return runInNewContext("match()", { match }, { timeout: timeLimit }) as readonly Claim[];
  };
}

type Compiled = ProblemPattern & { readonly expression: RegExp };

interface MatchContext {
  readonly matcher: ProblemMatcher;
  readonly locate: Locate;
}

/** Tries every line at most once per pattern: where a sequence breaks off, its line may start another. */
function matchLines(
  lines: readonly string[],
  patterns: readonly Compiled[],
  context: MatchContext,
): readonly Claim[] {
  const claims: Claim[] = [];
  const last = patterns.length - 1;
  let step = 0;
  let from = 0;
  let draft: Draft = {};
  lines.forEach((whole, at) => {
    const line = whole.slice(0, LINE_LIMIT);
    const isLooping = step > last;
    let pattern = patterns[isLooping ? last : step] as Compiled;
    let match = pattern.expression.exec(line);
    if (match === null && step > 0) {
      [step, draft, pattern] = [0, {}, patterns[0] as Compiled];
      match = pattern.expression.exec(line);
    }
    if (match === null) return;
    if (step === 0) from = at;
    const seen = readGroups(pattern, match, context.locate);
    const found = { ...draft, ...seen };
    step = Math.min(step, last) + 1;
    if (step <= last) {
      draft = found;
      return;
    }
    claims.push(claimOf(found, { from: isLooping ? at : from, at, lines, context }));
    // A last pattern that loops continues from what the patterns before it have matched.
    if (patterns[last]?.loop !== true || last === 0) [step, draft] = [0, {}];
  });
  return claims;
}

function readGroups(pattern: ProblemPattern, match: RegExpExecArray, locate: Locate): Draft {
  const group = (index: number | undefined): string | undefined =>
    index === undefined ? undefined : match[index];
  const location = group(pattern.location)?.split(/[,.:]/, 4) ?? [];
  const file = group(pattern.file);
  const found = {
    file: file === undefined ? undefined : locate(file.trim())?.path,
    line: positionOf(location[0] ?? group(pattern.line)),
    column: positionOf(location[1] ?? group(pattern.column)),
    severity: severityWord(group(pattern.severity)),
    code: group(pattern.code)?.trim(),
    message: group(pattern.message)?.trim(),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Draft;
}

function claimOf(
  draft: Draft,
  { from, at, lines, context }: { from: number; at: number; lines: readonly string[]; context: MatchContext },
): Claim {
  const raw = lines.slice(from, at + 1).join("\n");
  return {
    from,
    to: at + 1,
    problem: {
      ...draft,
      severity: draft.severity ?? context.matcher.severity ?? "error",
      message: draft.message ?? raw.trim(),
      raw,
    },
  };
}

/** The words that VS Code knows, and their first letters. */
function severityWord(word: string | undefined): Severity | undefined {
  const short: Readonly<Record<string, Severity>> = { e: "error", w: "warning", i: "info", n: "info" };
  return word === undefined ? undefined : (short[word.toLowerCase()] ?? severityOf(word));
}
