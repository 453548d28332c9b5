import type { PlannedCheck } from "../../plan/plan.ts";
import { birthOf } from "../../system/process/living-process.ts";
import type { Assessment } from "../assess.ts";
import type { RunContext } from "../run-assessed.ts";
import { madeOf } from "../../values/packed-list.ts";
import { cachedVerdicts } from "./cached-verdicts.ts";
import type { LoggedEvent, LoggedPlan, LoggedResult } from "../../vocabulary/run/run-log.ts";
import type { VerificationEvent } from "../../vocabulary/run/event.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { explainSkip } from "../../wording/explain.ts";

/** Logs the events of a run, for other processes that follow along. */
export interface RunLog {
  take(event: VerificationEvent): void;
  finish(result: VerificationResult): void;
  /** Ends the log without a result. */
  close(): void;
}

/** Milliseconds between writes: long enough to cost nothing, short enough to look live. */
const PACE = 200;
/** How many characters of output are logged during a run, and of one check at its end. */
const OUTPUT = 1024 * 1024;
const OUTPUT_OF_CHECK = 16 * 1024;
const RATIONALES = 500;
/** How many characters of a quotation in a finding are logged. */
const QUOTED = 2000;
/** A little less than the maximum size of a log. */
const FINDINGS = 10 * 1024 * 1024;

/**
 * Opens the log of a run, if the checkout has a place for it. Ignores write errors: a log is not worth a
 * warning.
 */
export function openRunLog(
  assessment: Assessment,
  { runId, startedAt }: Pick<RunContext, "runId" | "startedAt">,
): RunLog {
  const { store, plan, tree } = assessment;
  let isOpen = assessment.isKeeping;
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let outputLeft = OUTPUT;
  const workers = new Set<string>();
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (isOpen && lines.length > 0) isOpen = store.runLogs.append(runId, lines.join(""));
    lines = [];
  };
  const note = (event: LoggedEvent): void => {
    if (isOpen) push(JSON.stringify(event));
  };
  const push = (line: string): void => {
    lines.push(`${line}\n`);
    timer ??= setTimeout(flush, PACE).unref();
  };
  const begin = (): void => {
    if (!isOpen) return;
    store.runLogs.tidy();
    note({
      type: "started",
      at: startedAt.getTime(),
      runId,
      pid: process.pid,
      born: birthOf(process.pid),
      mode: plan.mode,
      branch: tree.snapshot.branch,
      commit: tree.snapshot.commit,
      checks: plan.checks.map((planned) => describePlanned(planned, assessment)),
    });
    // If nothing runs, the run is over before anybody could look.
    if (plan.checks.some(({ decision }) => decision === "run")) flush();
  };
  const take = (event: VerificationEvent): void => {
    const at = Date.now();
    switch (event.type) {
      case "run-started":
        return begin();
      case "check-started":
        return note({ type: event.type, at, check: event.check });
      case "command-taken": {
        const { check, worker } = event;
        const isNew = workers.size < workers.add(JSON.stringify([check, worker])).size;
        return isNew ? note({ type: event.type, at, check, worker }) : undefined;
      }
      case "check-output":
        if (outputLeft > 0) note({ type: event.type, at, check: event.check, text: event.text });
        outputLeft -= event.text.length;
        return;
      case "check-retrying":
        return note({ type: event.type, at, check: event.check, attempt: event.attempt, why: event.why });
      case "check-finished":
        return note({ type: event.type, at, result: describeResult(event.result) });
      case "run-stopping":
        return note({ type: "stopping", at, why: explainSkip(event.reason) });
      case "warning":
        return note({ type: event.type, at, message: event.message });
      default:
        return;
    }
  };
  const finish = (result: VerificationResult): void => {
    for (const rationale of result.scope.scopeRationale.slice(0, RATIONALES))
      note({ type: "why", rationale });
    let left = isOpen ? FINDINGS : 0;
    const noteIfRoom = (event: LoggedEvent): boolean => {
      const line = JSON.stringify(event);
      left -= line.length;
      if (left > 0) push(line);
      return left > 0;
    };
    for (const { raw: _raw, context, ...finding } of result.findings) {
      const quoted = context === undefined ? {} : { context: context.slice(0, QUOTED) };
      if (!noteIfRoom({ type: "finding", finding: { ...finding, ...quoted } })) break;
    }
    for (const finding of result.fixedFindings) if (!noteIfRoom({ type: "fixed", finding })) break;
    note({ type: "finished", at: Date.now(), end: describeEnd(result) });
    flush();
  };
  return { take, finish, close: flush };
}

function describePlanned(planned: PlannedCheck, assessment: Assessment): LoggedPlan {
  const units = assessment.meant.units.get(planned.check) ?? [];
  const unitsToRun = madeOf(units).filter(({ decision }) => decision === "run").length;
  return {
    check: planned.check,
    decision: planned.decision,
    dependsOn: planned.dependsOn,
    unitsToRun,
    unitsCached: units.length - unitsToRun,
    cachedSince: cachedVerdicts(assessment, planned.check).since,
  };
}

function describeResult(result: CheckResult): LoggedResult {
  const { check, description, type, status, cached, duration, exitCode, retryCount } = result;
  const { filesVerified, cacheHits, observed, predicted, skippedReason, why, timestamp, ranOn } = result;
  const printed = [result.stdout, result.stderr].filter((text) => text.trim() !== "").join("\n");
  return {
    check,
    description,
    type,
    status,
    cached,
    duration,
    exitCode,
    retryCount,
    filesVerified,
    cacheHits,
    observed,
    predicted,
    timestamp,
    ...(skippedReason === undefined ? {} : { skippedReason }),
    ...(why === undefined ? {} : { why }),
    ...(ranOn === undefined ? {} : { ranOn }),
    command: result.command.slice(0, 50),
    output: printed.slice(-OUTPUT_OF_CHECK),
    findings: result.errors.length,
  };
}

function describeEnd(result: VerificationResult): Extract<LoggedEvent, { type: "finished" }>["end"] {
  const { success, mode, reason, duration, stoppedBy, passed, failed, skipped, totalChecks } = result;
  const { filesVerified, cacheHits, tolerated, changes } = result;
  return {
    success,
    mode,
    reason,
    duration,
    stoppedBy,
    passed,
    failed,
    skipped,
    totalChecks,
    filesVerified,
    cacheHits,
    tolerated,
    changedFiles:
      changes.changedFiles.length +
      changes.addedFiles.length +
      changes.deletedFiles.length +
      changes.renamedFiles.length,
    findings: result.findings.length,
    fixedFindings: result.fixedFindings.length,
  };
}
