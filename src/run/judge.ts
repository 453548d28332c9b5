import { createHash } from "node:crypto";
import type { Check } from "../vocabulary/check.ts";
import type { Emit } from "../vocabulary/event.ts";
import type { Finding } from "../vocabulary/finding.ts";
import type { CheckResult, Ending, SkipReason } from "../vocabulary/result.ts";
import { boundText } from "./bounded-output.ts";
import { explainEnding, explainSkip } from "../vocabulary/explain.ts";
import type { Attempt } from "./run-check.ts";

/** Characters of each stream that a result keeps; the parsers have seen more. */
const KEPT = 256 * 1024;

/** Turns what the commands of one check did into its one result. Only an exit with status 0 is a pass. */
export function judge(check: Check, attempts: readonly Attempt[], emit: Emit): CheckResult {
  const unsuccessful = attempts.filter(
    ({ outcome: { ending } }) => ending.type !== "exited" || ending.code !== 0,
  );
  const failed = unsuccessful.find(({ outcome }) => !hasNoVerdict(outcome.ending));
  const stopped = unsuccessful[0]?.outcome.ending;
  if (failed === undefined && stopped?.type === "stopped")
    return { ...skip(check, stopped.why), ...timing(attempts) };
  const ending = (failed ?? attempts[0])?.outcome.ending;
  const passed = failed === undefined;
  const output = {
    stdout: attempts.map(({ outcome }) => outcome.stdout).join(""),
    stderr: attempts.map(({ outcome }) => outcome.stderr).join(""),
  };
  const why = passed || ending === undefined ? undefined : explainEnding(ending);
  return {
    ...base(check),
    ...timing(attempts),
    status: passed ? "passed" : "failed",
    passed,
    exitCode: ending?.type === "exited" ? ending.code : null,
    ...(ending?.type === "signalled" ? { signal: ending.signal } : {}),
    retryCount: attempts.reduce((total, { retries }) => total + retries, 0),
    filesVerified: Math.max(
      1,
      attempts.reduce((total, { command }) => total + command.files.length, 0),
    ),
    ...(why === undefined ? {} : { why }),
    command: commandLine(failed ?? attempts[0]),
    errors: readFindings({ check, why, output, emit }),
    stdout: boundText(output.stdout, KEPT),
    stderr: boundText(output.stderr, KEPT),
  };
}

/** What ran when the run's time was up has failed; what was stopped for another reason has said nothing. */
function hasNoVerdict(ending: Ending): boolean {
  return ending.type === "stopped" && (ending.why.type !== "overall-timeout" || !ending.started);
}

/** The result of a check that could not be started at all. */
export function block(check: Check, why: string): CheckResult {
  return { ...base(check), status: "failed", why, errors: [fallbackFinding(check, why, why)] };
}

/** The result of a check that was not run. */
export function skip(check: Check, reason: SkipReason): CheckResult {
  return { ...base(check), skippedReason: reason.type, why: explainSkip(reason) };
}

function base(check: Check): CheckResult {
  return {
    check: check.name,
    type: check.type,
    status: "skipped",
    passed: false,
    cached: false,
    critical: check.critical,
    duration: 0,
    exitCode: null,
    retryCount: 0,
    filesVerified: 0,
    cacheHits: 0,
    command: [check.command, ...check.args],
    errors: [],
    stdout: "",
    stderr: "",
    timestamp: Date.now(),
  };
}

function timing(attempts: readonly Attempt[]): { timestamp: number; duration: number } {
  const starts = attempts.map(({ outcome }) => outcome.startedAt);
  const ends = attempts.map(({ outcome }) => outcome.startedAt + outcome.duration);
  const first = Math.min(...starts);
  return { timestamp: first, duration: Math.round(Math.max(...ends) - first) };
}

function commandLine(attempt: Attempt | undefined): readonly string[] {
  return attempt === undefined ? [] : [attempt.command.command, ...attempt.command.args];
}

function readFindings(options: {
  readonly check: Check;
  readonly why: string | undefined;
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly emit: Emit;
}): readonly Finding[] {
  const { check, why, output, emit } = options;
  if (typeof check.parse === "function") {
    try {
      return check.parse(output.stdout, output.stderr);
    } catch (error) {
      emit({
        type: "warning",
        message: `The parser of "${check.name}" failed, its raw output is used: ${String(error)}`,
      });
    }
  }
  if (why === undefined || check.parse === "none") return [];
  return [fallbackFinding(check, why, output.stderr.trim() || output.stdout.trim() || why)];
}

/** One finding that stands for everything the command said. */
function fallbackFinding(check: Check, why: string, raw: string): Finding {
  const message = `${check.name}: ${why}`;
  return {
    id: createHash("sha256").update(`${check.name}\0${message}`).digest("hex").slice(0, 16),
    check: check.name,
    category: check.category,
    severity: "error",
    message,
    raw: boundText(raw, 4096),
  };
}
