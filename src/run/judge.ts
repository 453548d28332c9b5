import { expandFiles } from "../checks/name-files.ts";
import { categoriesOf } from "../checks/finding-categories.ts";
import { isPass } from "../checks/is-pass.ts";
import type { CachedVerdict } from "../store/records/records.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { CheckResult, Ending, Replayed, SkipReason } from "../vocabulary/verdict/result.ts";
import { explainEnding, explainSkip } from "../wording/explain.ts";
import { boundText } from "./output/bounded-output.ts";
import { rawFinding } from "./output/findings.ts";
import { mergeFindings } from "./output/merge-findings.ts";
import type { Attempt } from "./run-check.ts";

/** Characters of each stream that a result keeps; the parsers get more. */
const KEPT = 256 * 1024;
/** How many files the report of a replayed failure names. */
const NAMED = 5;

/** The cached verdicts of a check. */
export interface CachedVerdicts {
  readonly count: number;
  /** All that say more than "passed"; others may be among them. */
  readonly notable: readonly CachedVerdict[];
}

/**
 * Combines what the commands of one check did with its cached verdicts, into the result of running everything. Only
 * exit status 0 is a pass.
 */
export function judge(
  check: Check,
  attempts: readonly Attempt[],
  { count, notable }: CachedVerdicts,
): CheckResult {
  const unsuccessful = attempts.filter(({ outcome }) => !isPass(outcome.ending));
  const failed = unsuccessful.find(({ outcome }) => !hasNoVerdict(outcome.ending));
  const replayed = notable.filter(({ status }) => status === "failed");
  const stopped = unsuccessful[0]?.outcome.ending;
  if (failed === undefined && stopped?.type === "stopped")
    return { ...skip(check, stopped.why), ...timing(attempts) };

  const passed = failed === undefined && replayed.length === 0;
  const ending = endingOf(failed, replayed[0]);
  const exitCodes = listExitCodes(unsuccessful, replayed);
  const errors = mergeFindings([
    ...attempts.flatMap(({ findings }) => findings),
    ...notable
      .flatMap(({ findings }) => findings)
      .map((finding) => ({
        ...finding,
        ...categoriesOf(check),
        ...(finding.category === "execution" ? { category: "execution" } : {}),
      })),
  ]);
  // Output of what passed does not explain a failure.
  const reported = passed ? { attempts, cached: notable } : { attempts: unsuccessful, cached: replayed };
  const streams = (name: "stdout" | "stderr"): string =>
    boundText(
      [
        ...reported.cached.map((verdict) => verdict[name]),
        ...reported.attempts.map(({ outcome }) => outcome[name]),
      ].join(""),
      KEPT,
    );
  return {
    ...base(check),
    ...timing(attempts),
    status: passed ? "passed" : "failed",
    passed,
    cached: attempts.length === 0,
    exitCode: check.builtin === null && ending.type === "exited" ? ending.code : null,
    ...(check.builtin === null && exitCodes.length > 1 ? { exitCodes } : {}),
    ...(ending.type === "signalled" ? { signal: ending.signal } : {}),
    retryCount: attempts.reduce((total, { retries }) => total + retries, 0),
    filesVerified: attempts
      .filter(({ outcome }) => wasStarted(outcome.ending))
      .reduce((total, { command }) => total + Math.max(1, command.files.length), 0),
    cacheHits: count,
    ...ranOn(attempts),
    ...(passed
      ? {}
      : {
          why: `${check.builtin === null ? explainEnding(ending) : explainProblems(errors.length)}${failed === undefined ? " (cached failure)" : ""}`,
        }),
    ...(replayed.length > 0 ? { replayed: describeReplayed(replayed) } : {}),
    command:
      failed === undefined && replayed.length > 0
        ? replayedCommand(check, replayed)
        : commandLine(check, failed ?? attempts[0]),
    errors,
    stdout: streams("stdout"),
    stderr: streams("stderr"),
  };
}

/** How many of its commands each worker ran; nothing if all ran here. */
function ranOn(attempts: readonly Attempt[]): Pick<CheckResult, "ranOn"> {
  const counts = new Map<string, number>();
  for (const { outcome } of attempts) {
    const { worker } = outcome.elsewhere ?? {};
    if (worker !== undefined) counts.set(worker, (counts.get(worker) ?? 0) + 1);
  }
  if (counts.size === 0) return {};
  const listed = [...counts].map(([worker, commands]) => ({ worker, commands }));
  return { ranOn: listed.sort((one, other) => (one.worker < other.worker ? -1 : 1)) };
}

/** Every exit status of a failure, each once. */
function listExitCodes(
  unsuccessful: readonly Attempt[],
  replayed: readonly CachedVerdict[],
): readonly number[] {
  const fresh = unsuccessful.flatMap(({ outcome: { ending } }) =>
    ending.type === "exited" ? [ending.code] : [],
  );
  return [...new Set([...fresh, ...replayed.flatMap(({ exitCode }) => exitCode ?? [])])];
}

function explainProblems(count: number): string {
  return count === 1 ? "1 problem" : `${count} problems`;
}

/**
 * A command that was running when the run's time was up has failed. One that was stopped for another reason has no
 * verdict.
 */
function hasNoVerdict(ending: Ending): boolean {
  return ending.type === "stopped" && (ending.why.type !== "overall-timeout" || !ending.started);
}

function wasStarted(ending: Ending): boolean {
  return ending.type !== "not-started" && (ending.type !== "stopped" || ending.started);
}

function endingOf(failed: Attempt | undefined, replayed: CachedVerdict | undefined): Ending {
  if (failed !== undefined) return failed.outcome.ending;
  return { type: "exited", code: replayed?.exitCode ?? 0 };
}

/** The result of a check that could not start. */
export function block(check: Check, why: string): CheckResult {
  return {
    ...base(check),
    status: "failed",
    why,
    errors: [rawFinding(check, why, { raw: why, hasRun: false })],
  };
}

/** The result of a check that was not run. */
export function skip(check: Check, reason: SkipReason): CheckResult {
  return { ...base(check), skippedReason: reason.type, why: explainSkip(reason) };
}

function base(check: Check): CheckResult {
  return {
    check: check.name,
    description: check.description,
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
    observed: 0,
    predicted: 0,
    command: commandLine(check, undefined),
    errors: [],
    stdout: "",
    stderr: "",
    timestamp: Date.now(),
  };
}

function timing(attempts: readonly Attempt[]): { timestamp: number; duration: number } {
  if (attempts.length === 0) return { timestamp: Date.now(), duration: 0 };
  const first = Math.min(...attempts.map(({ since }) => since));
  const last = Math.max(...attempts.map(({ outcome }) => outcome.startedAt + outcome.duration));
  return { timestamp: first, duration: Math.round(last - first) };
}

function describeReplayed(replayed: readonly CachedVerdict[]): Replayed {
  const latest = replayed.reduce((one, other) => (other.createdAt > one.createdAt ? other : one));
  return {
    runId: latest.runId,
    timestamp: new Date(latest.createdAt).toISOString(),
    units: replayed.length,
    files: namedFiles(replayed),
  };
}

function namedFiles(replayed: readonly CachedVerdict[]): readonly RepoPath[] {
  return replayed.flatMap(({ target }) => (target === "" ? [] : [target])).slice(0, NAMED);
}

/** The command for the files that failed when it last ran: what a person would type to see the failure again. */
function replayedCommand(check: Check, replayed: readonly CachedVerdict[]): readonly string[] {
  const files = namedFiles(replayed);
  if (check.builtin !== null || files.length === 0) return commandLine(check, undefined);
  return [check.command, ...expandFiles(check, files)];
}

function commandLine(check: Check, attempt: Attempt | undefined): readonly string[] {
  if (check.builtin !== null) return [check.builtin];
  return attempt === undefined || "builtin" in attempt.command
    ? [check.command, ...check.args]
    : [attempt.command.command, ...attempt.command.args];
}
