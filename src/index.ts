export { verifyAndRecover, type RecoverOptions } from "./recovery/recover.ts";
export { plan, verify, type VerifyOptions } from "./verify.ts";
export { explain, type Explanation, type UnitExplanation } from "./explain.ts";
export { graphOf, wholeGraph, type FileInGraph, type WholeGraph } from "./graph-of.ts";
export { writeSharedBaseline, type WrittenBaseline } from "./write-baseline.ts";
export { rangeStatus, type RangeStatus } from "./range-status.ts";
export { status, type Status } from "./status.ts";
export { checkpoint, type Checkpoint, type CheckpointOptions } from "./checkpoint.ts";
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
export type { UnverifiedCheck } from "./find-unverified.ts";
export { history, showRun, type HistoryOptions, type RunDetails, type RunHistory } from "./past/history.ts";
export { metrics, resetMetrics, type Metrics, type MetricsOptions } from "./past/metrics.ts";
export {
  flaky,
  type FlakyCheck,
  type FlakyChecks,
  type FlakyExecution,
  type FlakyOptions,
  type FlakyProof,
} from "./past/flaky.ts";
export { replay, type ReplayOptions } from "./replay/replay.ts";
export { audit, type Audit, type AuditOptions } from "./audit/audit.ts";
export type { CheckAudit, Suggestion, UndeclaredRead } from "./audit/check-audit.ts";
export { init, type WrittenConfig } from "./config/init.ts";
export type { CheckInput, ConfigInput } from "./config/schema.ts";
export type { Plan, PlannedCheck, PlannedCommand } from "./plan/plan.ts";
export type { CheckType, Follow, OutputParser } from "./vocabulary/check.ts";
export type { VerificationEvent } from "./vocabulary/event.ts";
export type { Failure, FailureKind, Location, Result } from "./vocabulary/failure.ts";
export type {
  Blame,
  Finding,
  FindingState,
  FixedFinding,
  ReportedFinding,
  Severity,
} from "./vocabulary/finding.ts";
export type { RecoveryAction, RecoveryOutcome, RecoveryProposal } from "./vocabulary/recovery.ts";
export type { LeftOutCheck, Receipt, ReceiptCheck } from "./vocabulary/receipt.ts";
export type { PastCheck, PastRun } from "./vocabulary/past-run.ts";
export type {
  Difference,
  DisagreementCause,
  Replay,
  ReplayedCommit,
  ReplayEvent,
  ReplayRun,
  ReplayTotals,
  StaleUnit,
} from "./vocabulary/replay.ts";
export type { Format, Report } from "./vocabulary/report.ts";
export type {
  ChangeCategory,
  ChangeDetail,
  DirectImpact,
  ImpactAnalysis,
  TransitiveImpact,
} from "./vocabulary/impact.ts";
export type { Trigger, TriggerReason } from "./vocabulary/trigger.ts";
export type { Annotation, PathChange, RunReason, StandReason, Target } from "./vocabulary/unit.ts";
export type { CheckResult, SkipReason, StopReason } from "./vocabulary/result.ts";
export type { TraceMode } from "./vocabulary/trace-mode.ts";
export type { RequestedMode, VerificationResult } from "./vocabulary/verification-result.ts";
