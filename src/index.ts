export { plan, verify, type VerifyOptions } from "./verify.ts";
export {
  explain,
  graphOf,
  status,
  wholeGraph,
  type Explanation,
  type FileInGraph,
  type Status,
  type UnitExplanation,
  type WholeGraph,
} from "./explain.ts";
export { audit, type Audit, type AuditOptions } from "./audit.ts";
export type { CheckAudit, Suggestion, UndeclaredRead } from "./audit/check-audit.ts";
export { checkpoint, type Checkpoint, type CheckpointOptions, type UnverifiedCheck } from "./checkpoint.ts";
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
export type { RequestedMode, VerificationResult } from "./vocabulary/verification-result.ts";
