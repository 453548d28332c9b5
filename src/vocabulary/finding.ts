export type Severity = "error" | "warning" | "info";

/** One problem that a check found. */
export interface Finding {
  /** Stable across runs. */
  readonly id: string;
  readonly check: string;
  readonly category: string;
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
