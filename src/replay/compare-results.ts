import { rawFindingId } from "../checks/finding-id.ts";
import type { Disagreement } from "../vocabulary/run/replay.ts";
import type { Finding } from "../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../vocabulary/verdict/result.ts";

/** Replaces the findings of a flood. How many of them are listed depends on what had to run. */
const UNLISTED = /^\d+ more findings are not listed\.$/;

/**
 * Where two runs on the same tree disagree: the status of each check, how it ended, and its findings by id. What may
 * differ between two equal runs does not count: durations, output, and how often something was reported.
 */
export function compareResults(
  incremental: readonly CheckResult[],
  full: readonly CheckResult[],
): readonly Disagreement[] {
  const names = new Set([...incremental, ...full].map(({ check }) => check));
  const ours = byName(incremental);
  const theirs = byName(full);
  return [...names].flatMap((check) => {
    const [left, right] = [ours.get(check), theirs.get(check)];
    const isFlood = [left, right].some((result) =>
      result?.errors.some(({ message }) => UNLISTED.test(message)),
    );
    const missing = isFlood ? [] : findingsOnlyIn(right, left);
    const extra = isFlood ? [] : findingsOnlyIn(left, right);
    const isSame = endingOf(left) === endingOf(right) && missing.length + extra.length === 0;
    return isSame ? [] : [{ check, incremental: describe(left), full: describe(right), missing, extra }];
  });
}

function byName(results: readonly CheckResult[]): ReadonlyMap<string, CheckResult> {
  return new Map(results.map((result) => [result.check, result]));
}

/** By id, each once: how many commands report the same finding depends on what had to run. */
function findingsOnlyIn(one: CheckResult | undefined, other: CheckResult | undefined): readonly Finding[] {
  const known = new Set(other?.errors.map(({ id }) => id));
  // It stands for the whole output, which is about another set of files.
  known.add(rawFindingId(one?.check ?? ""));
  const only = new Map((one?.errors ?? []).map((finding) => [finding.id, finding]));
  return [...only.values()].filter(({ id }) => !known.has(id));
}

/** The exit status of a tool may depend on the files that it was given; whether it failed by itself may not. */
function endingOf(result: CheckResult | undefined): string {
  if (result === undefined) return "absent";
  const { status, signal, exitCode, skippedReason } = result;
  if (status === "passed") return status;
  if (status === "skipped") return `${status} ${skippedReason ?? ""}`;
  return `${status} ${signal ?? (exitCode === null ? "without an exit" : "by itself")}`;
}

function describe(result: CheckResult | undefined): string {
  if (result === undefined) return "not declared";
  const { status, why } = result;
  return why === undefined ? status : `${status}: ${why}`;
}
