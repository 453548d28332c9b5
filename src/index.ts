import type { Plan } from "./plan/plan.ts";
import { type RecoverOptions, verifyAndRecover as runAndRecover } from "./recovery/recover.ts";
import { plan as makePlan, verify as run } from "./verify.ts";
import type { PlanOptions, VerifyOptions } from "./verify/options.ts";
import type { Result } from "./vocabulary/failure.ts";
import type { VerificationResult } from "./vocabulary/run/verification-result.ts";

/**
 * Verifies a repository. A failed check is a result, and wrong options or a wrong configuration are a value with `ok: false`;
 * an exception is a bug.
 */
export const verify: (options?: VerifyOptions) => Promise<Result<VerificationResult>> = run;

/** What `verify` would do, as plain data. Nothing is run. */
export const plan: (options?: PlanOptions) => Promise<Result<Plan>> = makePlan;

/**
 * Verifies a repository; if something fails and recovery is on (`recover`, or `recovery.enabled` in the configuration),
 * runs the strategies that match and verifies again. It edits the working tree, and nothing through git.
 */
export const verifyAndRecover: (options?: RecoverOptions) => Promise<Result<VerificationResult>> =
  runAndRecover;

export type { RecoverOptions } from "./recovery/recover.ts";
export type { PlanOptions, VerifyOptions } from "./verify/options.ts";
export { explain, type Explanation } from "./inspect/explain.ts";
export type { UnitExplanation } from "./inspect/explain-unit.ts";
export { graphOf, wholeGraph, type FileInGraph, type WholeGraph } from "./inspect/graph-of.ts";
export { writeSharedBaseline, type WrittenBaseline } from "./inspect/write-baseline.ts";
export { rangeStatus, type RangeStatus } from "./inspect/range-status.ts";
export { status, type Status } from "./inspect/status.ts";
export { checkpoint, type Checkpoint, type CheckpointOptions } from "./inspect/checkpoint.ts";
export {
  issueReceipt,
  type IssuedReceipt,
  type ReceiptOptions,
  type RefusedReceipt,
} from "./receipt/receipt.ts";
export {
  checkReceipt,
  type CheckedReceipt,
  type DifferingFile,
  type ReceiptDifference,
} from "./receipt/check-receipt.ts";
export type { UnverifiedCheck } from "./verify/find-unverified.ts";
export {
  history,
  showRun,
  type HistoryOptions,
  type RunDetails,
  type RunHistory,
} from "./history/history.ts";
export { metrics, resetMetrics, type Metrics, type MetricsOptions } from "./history/metrics.ts";
export {
  flaky,
  type FlakyCheck,
  type FlakyChecks,
  type FlakyExecution,
  type FlakyOptions,
  type FlakyProof,
} from "./history/flaky.ts";
export { replay, type ReplayOptions } from "./replay/replay.ts";
export { audit, type Audit, type AuditOptions } from "./audit/audit.ts";
export type { CheckAudit, Suggestion, UndeclaredRead } from "./audit/check-audit.ts";
export { init, type WrittenConfig } from "./config/init/init.ts";
export type { CheckInput, ConfigInput } from "./config/schema/schema.ts";
export type { Plan, PlannedCheck, PlannedCommand } from "./plan/plan.ts";
export type { CheckType, Follow, OutputParser } from "./vocabulary/check/check.ts";
export type { VerificationEvent } from "./vocabulary/run/event.ts";
export type { Failure, FailureKind, Location, Result } from "./vocabulary/failure.ts";
export type {
  Blame,
  Finding,
  FindingState,
  FixedFinding,
  ReportedFinding,
  Severity,
} from "./vocabulary/verdict/finding.ts";
export type { RecoveryAction, RecoveryOutcome, RecoveryProposal } from "./vocabulary/run/recovery.ts";
export type { LeftOutCheck, Receipt, ReceiptCheck } from "./vocabulary/run/receipt.ts";
export type { PastCheck, PastRun } from "./vocabulary/run/past-run.ts";
export type {
  Difference,
  DisagreementCause,
  Replay,
  ReplayedCommit,
  ReplayEvent,
  ReplayRun,
  ReplayTotals,
  StaleUnit,
} from "./vocabulary/run/replay.ts";
export type { Format, Report } from "./vocabulary/run/report.ts";
export type {
  ChangeCategory,
  ChangeDetail,
  DirectImpact,
  ImpactAnalysis,
  TransitiveImpact,
} from "./vocabulary/tree/impact.ts";
export type { Trigger, TriggerReason } from "./vocabulary/verdict/trigger.ts";
export type { Annotation, PathChange, RunReason, StandReason, Target } from "./vocabulary/verdict/unit.ts";
export type { CheckResult, SkipReason, StopReason } from "./vocabulary/verdict/result.ts";
export type { TraceMode } from "./vocabulary/check/trace-mode.ts";
export type { RequestedMode, VerificationResult } from "./vocabulary/run/verification-result.ts";
