import {
  type Access,
  ACCESSES,
  type AccessGroup,
  type PathSet,
  type PathSetId,
  type RecordKind,
  type WeakKey,
} from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../vocabulary/tree/path.ts";
import type { Finding, Severity } from "../../vocabulary/verdict/finding.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { RanOn } from "../../vocabulary/run/workers.ts";
import type {
  ExecutedBatch,
  CheckRecord,
  Execution,
  Invalidation,
  RenameRecord,
  RunRecord,
  ScopeSize,
  StoredVerdict,
  Verdict,
} from "../records/records.ts";
import {
  anything,
  arrayOf,
  boolean,
  literal,
  nullable,
  number,
  object,
  optional,
  recordOf,
  type IsShaped,
  string,
} from "./shape.ts";

/** The content of a verdict's row, without the time of its last use. */
export type VerdictBody = Verdict & Pick<StoredVerdict, "origin" | "createdAt">;

interface SharedContent {
  readonly pathSets: readonly PathSet[];
  readonly verdicts: readonly Omit<VerdictBody, "origin">[];
}

const fingerprint = string as IsShaped<Fingerprint>;
const target = string as IsShaped<Target>;
const severity: IsShaped<Severity> = literal("error", "warning", "info");
const text = optional(string) as IsShaped<string>;
const count = optional(number) as IsShaped<number>;

const finding: IsShaped<Finding> = object<Finding>({
  id: string,
  check: string,
  category: string,
  checkCategory: text,
  severity,
  message: string,
  file: text,
  line: count,
  column: count,
  code: text,
  suggestion: text,
  context: text,
  raw: text,
});

const kind: IsShaped<RecordKind> = literal("observed", "predicted");
const access: IsShaped<Access> = literal(...ACCESSES);

export const pathSet: IsShaped<PathSet> = object<PathSet>({
  kind,
  parts: arrayOf(string),
  accesses: arrayOf(
    (value): value is AccessGroup =>
      Array.isArray(value) &&
      value.length === 3 &&
      access(value[0]) &&
      string(value[1]) &&
      arrayOf(string)(value[2]),
  ),
});

const verdictFields = {
  fingerprint,
  weakKey: string as IsShaped<WeakKey>,
  pathSet: string as IsShaped<PathSetId>,
  kind,
  platform: string,
  surroundings: nullable(string),
  isShareable: boolean,
  check: string,
  target,
  status: literal("passed", "failed"),
  exitCode: nullable(number),
  durationMs: number,
  findings: arrayOf(finding),
  stdout: string,
  stderr: string,
  runId: string,
  components: recordOf(string),
  createdAt: number,
} as const;

export const verdictBody: IsShaped<VerdictBody> = object<VerdictBody>({ ...verdictFields, origin: string });

/** Verdicts and their path sets, as machines exchange them. */
export const sharedContent: IsShaped<SharedContent> = object<SharedContent>({
  pathSets: arrayOf(pathSet),
  verdicts: arrayOf(object<Omit<VerdictBody, "origin">>(verdictFields)),
});

const checkRecord: IsShaped<CheckRecord> = object<CheckRecord>({
  check: string,
  status: literal("passed", "failed", "skipped"),
  duration: number,
  cached: boolean,
  unitsRun: number,
  unitsStood: number,
  exitCode: nullable(number),
  retryCount: number,
  fingerprint: nullable(fingerprint),
  startedAfter: count,
  dependsOn: optional(arrayOf(string)) as IsShaped<readonly string[]>,
  saved: count,
  skippedReason: text,
  ranOn: optional(arrayOf(object<RanOn>({ worker: string, commands: number }))) as IsShaped<readonly RanOn[]>,
});

const scopeSize: IsShaped<ScopeSize> = object<ScopeSize>({
  directlyChanged: number,
  impactedByDependency: number,
  requiresVerification: number,
});

export const runRecord: IsShaped<RunRecord> = object<RunRecord>({
  runId: string,
  startedAt: number,
  duration: number,
  mode: literal("incremental", "full"),
  requestedMode: string,
  trigger: anything,
  triggerCauses: optional(arrayOf(string)) as IsShaped<readonly string[]>,
  fullAt: count,
  settings: text,
  reason: nullable(string),
  success: boolean,
  counts: recordOf(number),
  commit: nullable(string),
  branch: nullable(string),
  worktree: string,
  baseline: nullable(
    object<NonNullable<RunRecord["baseline"]>>({ commitHash: nullable(string), timestamp: number }),
  ),
  checks: arrayOf(checkRecord),
  stoppedBy: optional(nullable(string)) as IsShaped<string | null>,
  scope: optional(scopeSize) as IsShaped<ScopeSize>,
});

const path = string as IsShaped<RepoPath>;

export const execution: IsShaped<Execution> = object<Execution>({
  fingerprint,
  check: string,
  target,
  runId: string,
  status: literal("passed", "failed"),
  at: number,
  tried: count,
  batch: optional(object<ExecutedBatch>({ files: number, first: path })) as IsShaped<ExecutedBatch>,
});

export const invalidation: IsShaped<Invalidation> = object<Invalidation>({
  check: string,
  target,
  fingerprint,
  reason: string,
  triggeredBy: string,
  at: number,
});

export const renameRecord: IsShaped<RenameRecord> = object<RenameRecord>({
  from: path,
  to: path,
  similarity: number,
  runId: string,
  at: number,
});
