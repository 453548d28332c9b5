export type Severity = "error" | "warning" | "info";

/** More severe is smaller. */
export const GRAVITY = { error: 0, warning: 1, info: 2 } as const satisfies Record<Severity, number>;

/** One problem that a check found. */
export interface Finding {
  /** Stable across runs. */
  readonly id: string;
  readonly check: string;
  /** Its kind. */
  readonly category: string;
  /** The category of its check in the configuration; absent in older verdicts. */
  readonly checkCategory?: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly code?: string;
  readonly suggestion?: string;
  readonly context?: string;
  readonly raw?: string;
}

/** Whether a finding was there at the baseline. */
export type FindingState = "new" | "old";

/** Who last changed the line of a finding. */
export interface Blame {
  readonly author: string;
  /** Null for a line that is not committed. */
  readonly commit: string | null;
  /** ISO 8601; null for a line that is not committed. */
  readonly date: string | null;
  /** The first line of the commit's message. */
  readonly summary: string;
}

/** A finding as reported by a run. */
export interface ReportedFinding extends Finding {
  readonly state: FindingState;
  /** Present if it was requested. */
  readonly blame?: Blame;
}

/** A finding of the baseline that no longer exists. */
export type FixedFinding = Pick<Finding, "id" | "check" | "severity" | "message" | "file" | "line" | "code">;
