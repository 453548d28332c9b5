import type { PlannedCheck } from "../../plan/plan.ts";
import { birthOf } from "../../system/process/living-process.ts";
import type { Assessment } from "../assess.ts";
import { standingVerdicts } from "./record-verdicts.ts";
import type { LoggedEvent, LoggedPlan, LoggedResult } from "../../vocabulary/run/run-log.ts";
import type { VerificationEvent } from "../../vocabulary/run/event.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { explainSkip } from "../../wording/explain.ts";

/** Writes down what a run says while it goes on, for anyone who looks on from another process. */
export interface RunLog {
  take(event: VerificationEvent): void;
  finish(result: VerificationResult): void;
  /** Ends it without a result. */
  close(): void;
}

/** How often it is written to, in milliseconds: rarely enough to cost nothing, often enough to look live. */
const PACE = 200;
/** Characters of output that a run writes down on its way, and of one check at its end. */
const OUTPUT = 1024 * 1024;
const OUTPUT_OF_CHECK = 16 * 1024;
const RATIONALES = 500;
/** Characters of what a finding quotes. */
const QUOTED = 2000;
/** A little less than what a log has room for. */
const FINDINGS = 10 * 1024 * 1024;

/** Opens the log of a run, where the checkout has a place for it. What cannot be written is not worth a word. */
export function openRunLog(assessment: Assessment, runId: string, startedAt: Date): RunLog {
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
    // Where nothing runs it is over before anybody could look.
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
  const units = "units" in planned ? planned.units : [];
  const unitsToRun = units.filter(({ decision }) => decision === "run").length;
  const unitsCached = units.length - unitsToRun;
  const cached = unitsCached === 0 ? [] : standingVerdicts(assessment, planned.check);
  return {
    check: planned.check,
    decision: planned.decision,
    dependsOn: planned.dependsOn,
    unitsToRun,
    unitsCached,
    cachedSince:
      cached.length === 0 ? null : cached.reduce((newest, each) => Math.max(newest, each.createdAt), 0),
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
