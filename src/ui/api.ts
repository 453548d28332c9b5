import type { ShownItem } from "../flow/flow.ts";
import type { CheckMetrics, VerificationMetrics } from "../history/compute-metrics.ts";
import type { FlakyCheck } from "../history/flaky.ts";
import type { RunProfile } from "../history/profile-run.ts";
import type { UnitExplanation } from "../inspect/explain-unit.ts";
import type { Status } from "../inspect/status.ts";
import type { PastCheck, PastRun } from "../vocabulary/run/past-run.ts";
import type { RecoveryProposal } from "../vocabulary/run/recovery.ts";
import type { ScopeRationale } from "../vocabulary/run/verification-result.ts";
import type { Edge } from "../vocabulary/tree/graph.ts";
import type { FixedFinding, ReportedFinding, Severity } from "../vocabulary/verdict/finding.ts";

/** What the server sends to the page. Plain JSON; times are in milliseconds, moments in milliseconds since 1970. */

export interface RepositoryState {
  readonly name: string;
  /** Absolute, for links that open an editor. */
  readonly root: string;
  readonly branch: string | null;
  readonly hasGit: boolean;
  readonly version: string;
  /** Whether it may start something. */
  readonly canRun: boolean;
  /** How the user calls the command. */
  readonly program: string;
  /** How many runs are stored. */
  readonly runs: number;
  readonly checks: readonly string[];
  /** What is wrong with the configuration; empty if nothing is. */
  readonly problems: readonly string[];
  readonly job: JobState | null;
}

/** Something that the page has started. */
export interface JobState {
  readonly id: number;
  readonly action: Action["type"];
  readonly command: string;
  readonly startedAt: number;
  /** Null while it is running. */
  readonly status: number | null;
  readonly isOver: boolean;
  /** The end of its output. */
  readonly output: string;
}

export type CheckStateName = "waiting" | "running" | "passed" | "failed" | "skipped";

export interface CheckView {
  readonly check: string;
  readonly state: CheckStateName;
  readonly isCached: boolean;
  /** Failed, but tolerated because nothing in it is new. */
  readonly isTolerated: boolean;
  /** From the start of the run; null if nothing of it ran. */
  readonly startedAfter: number | null;
  readonly duration: number | null;
  readonly dependsOn: readonly string[];
  readonly unitsRun: number;
  readonly unitsCached: number;
  readonly cachedSince: number | null;
  readonly retries: number;
  /** Other machines that ran commands of it. */
  readonly workers: readonly string[];
  readonly findings: number;
  readonly why: string | null;
  readonly command: string;
  readonly description: string;
  /** The end of its output. */
  readonly output: string;
}

export type RunStateName = "running" | "passed" | "failed" | "stopped" | "lost";

/** A run, while it is running and after. */
export interface RunView {
  readonly runId: string;
  /** `lost`: its process ended without a result. */
  readonly state: RunStateName;
  readonly startedAt: number;
  /** Null while it is running. */
  readonly duration: number | null;
  readonly mode: "incremental" | "full";
  readonly reason: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly stoppedBy: string | null;
  readonly stopping: string | null;
  readonly checks: readonly CheckView[];
  readonly criticalPath: readonly string[];
  readonly unitsRun: number;
  readonly unitsCached: number;
  readonly changedFiles: number | null;
  readonly findings: number;
  readonly newFindings: number;
  readonly fixedFindings: number;
  readonly warnings: readonly string[];
  /** Why the first of its units ran. */
  readonly why: readonly ScopeRationale[];
}

export interface LiveState {
  readonly run: RunView | null;
  /** A newer run in which everything was cached, so that it has no log. */
  readonly cachedRun: PastRun | null;
  /** The time of this message, on the clock of the server. */
  readonly now: number;
}

export type FindingGroup = "file" | "check" | "code";

export interface FindingsQuery {
  readonly run?: string;
  readonly words?: string;
  readonly severity?: Severity;
  readonly state?: "new" | "old" | "fixed";
  readonly check?: string;
  readonly by?: FindingGroup;
  readonly offset?: number;
  readonly limit?: number;
}

export type ShownFinding = ReportedFinding | (FixedFinding & { readonly state: "fixed" });

/** A row of the list: the name of a group, or one of its findings. */
export type FindingRow =
  | { readonly group: string; readonly count: number }
  | { readonly finding: ShownFinding };

export interface FindingsPage {
  readonly runId: string | null;
  /** The runs whose findings are stored, newest first. */
  readonly runs: readonly { readonly runId: string; readonly startedAt: number; readonly findings: number }[];
  /** Whether the run included only some of the checks. */
  readonly isPartial: boolean;
  /** The number of all findings of the run, including those that are not stored. */
  readonly total: number;
  readonly matching: number;
  /** The number of all rows, and the index of the first of these. */
  readonly length: number;
  readonly offset: number;
  readonly rows: readonly FindingRow[];
  readonly counts: Readonly<Record<"error" | "warning" | "info" | "new" | "old" | "fixed", number>>;
  readonly checks: readonly string[];
}

export type WhyUnit = UnitExplanation & { readonly moreAccesses: number };

export interface WhyAnswer {
  readonly subject: { readonly type: "file" | "check"; readonly name: string };
  /** When the tree was read. */
  readonly at: number;
  readonly units: readonly WhyUnit[];
  readonly moreUnits: number;
  readonly description: string;
  readonly earlierNames: readonly string[];
  readonly unsettled: readonly string[];
  readonly graph: GraphPart | null;
  /** For a check: files with a chain to what changed. */
  readonly chains: readonly (readonly string[])[];
}

/** The neighbourhood of one file. */
export interface GraphPart {
  readonly file: string;
  readonly dependencies: readonly Edge[];
  readonly dependents: readonly Edge[];
  readonly moreDependencies: number;
  readonly moreDependents: number;
  /** Everything that a change of it would affect. */
  readonly affected: number;
  readonly packages: readonly string[];
  readonly cycle: readonly string[];
}

export interface RunsPage {
  readonly total: number;
  readonly offset: number;
  readonly runs: readonly PastRun[];
}

/** Runs that share one column of the chart. */
export interface Bucket {
  readonly from: number;
  readonly to: number;
  readonly runs: number;
  readonly failed: number;
  /** Of the slowest. */
  readonly duration: number;
  readonly median: number;
  /** From 0 to 1; null if there was nothing to reuse. */
  readonly reuse: number | null;
  /** The newest of them. */
  readonly runId: string;
}

export interface Trends {
  readonly total: number;
  readonly buckets: readonly Bucket[];
  readonly figures: Omit<VerificationMetrics, "checksByName">;
  readonly checks: readonly ({ readonly check: string } & CheckMetrics)[];
}

export interface RunDetail {
  readonly run: PastRun;
  readonly profile: RunProfile | null;
}

export interface ComparedCheck {
  readonly check: string;
  readonly one: PastCheck | null;
  readonly other: PastCheck | null;
}

export interface RunComparison {
  readonly one: PastRun;
  readonly other: PastRun;
  readonly checks: readonly ComparedCheck[];
}

export interface FlakyAnswer {
  readonly checks: readonly (FlakyCheck & {
    /** When it was first found to be flaky, and how often it has failed since. */
    readonly since: string;
    readonly passed: number;
    readonly failed: number;
  })[];
  readonly executions: number;
}

export interface ChecksAnswer {
  readonly at: number;
  readonly status: Pick<Status, "checks" | "branch" | "commit" | "baseline"> & {
    readonly uncommittedFiles: number;
    readonly changedFiles: number;
    readonly risk: string;
  };
  readonly metrics: readonly ({ readonly check: string } & CheckMetrics)[];
  readonly cache: {
    readonly bytes: number;
    readonly maxBytes: number;
    readonly verdicts: number;
    readonly hits: number;
    readonly misses: number;
    readonly fromElsewhere: number;
  };
}

export interface FlowAnswer {
  readonly items: readonly Omit<ShownItem, "meta">[];
}

export interface Names {
  readonly names: readonly { readonly type: "file" | "check"; readonly name: string }[];
}

export interface RecoveryPreview {
  readonly runId: string | null;
  readonly proposals: readonly RecoveryProposal[];
}

/** What the page may request if it may start something. */
export type Action =
  | { readonly type: "verify" }
  | { readonly type: "verify-all" }
  | { readonly type: "rerun"; readonly check: string }
  | { readonly type: "recover" }
  | { readonly type: "flow-build"; readonly item: string; readonly onStale?: string }
  | { readonly type: "flow-done"; readonly phase: string }
  | { readonly type: "stop" };

/** The messages of the stream: the running run, or that something else may have changed. */
export type Message =
  | { readonly type: "live"; readonly live: LiveState }
  | { readonly type: "job"; readonly job: JobState }
  | { readonly type: "changed"; readonly what: "runs" | "flow" | "repository" };

/** The data of a page without a server. */
export interface StaticData {
  readonly start: "history" | "trends";
  readonly madeAt: number;
  readonly state: RepositoryState;
  readonly runs: RunsPage;
  readonly trends: Trends;
  readonly flaky: FlakyAnswer;
  readonly details: Readonly<Record<string, RunProfile | null>>;
}

/** Why a request has no answer. */
export interface Refusal {
  readonly error: string;
  readonly details: readonly string[];
}
