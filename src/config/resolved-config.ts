import type { Check } from "../vocabulary/check.ts";
import type { Report } from "../vocabulary/event.ts";
import type { DetectionMethod } from "../vocabulary/snapshot.ts";

export interface Execution {
  /** Commands at once; 1 where `parallel` is false. */
  readonly slots: number;
  /** Milliseconds; 0 is no limit. */
  readonly overallTimeout: number;
  readonly retryDelayMs: number;
  readonly failFast: boolean;
  readonly continueOnWarning: boolean;
}

export interface Incremental {
  readonly enabled: boolean;
  readonly primary: DetectionMethod;
  readonly fallback: DetectionMethod;
  readonly similarityThreshold: number;
  readonly ttlDays: number;
  readonly maxSizeMb: number;
  readonly storagePath: string;
  readonly excludePatterns: readonly string[];
  readonly opaqueImports: "project" | "ignore";
}

/** What is declared, complete and checked: nothing after this stage looks at raw configuration. */
export interface ResolvedConfig {
  /** Absolute. */
  readonly root: string;
  readonly git: boolean;
  /** Where the checks come from. */
  readonly source:
    | { readonly type: "file"; readonly file: string }
    | { readonly type: "skills" }
    | { readonly type: "inferred" };
  readonly checks: readonly Check[];
  /** The checks of the chosen skills; null where none was chosen. */
  readonly chosenBySkill: ReadonlySet<string> | null;
  readonly execution: Execution;
  readonly incremental: Incremental;
  readonly report: Report;
  /** Absolute directories that templates can name. */
  readonly workDir: string;
  readonly checkpointDir: string;
  readonly warnings: readonly string[];
}
