import type { Check } from "../vocabulary/check/check.ts";
import type { Condition, ReadyMadeName } from "../vocabulary/run/recovery.ts";
import type { Report } from "../vocabulary/run/report.ts";
import type { DeclaredEdge } from "../vocabulary/tree/graph.ts";
import type { DetectionMethod } from "../vocabulary/tree/snapshot.ts";
import type { RemoteCache } from "../vocabulary/verdict/shared-cache.ts";
import type { WorkerSettings } from "../vocabulary/run/workers.ts";

export interface Execution {
  /** Commands at once; 1 where `parallel` is false. */
  readonly slots: number;
  /** Milliseconds; 0 is no limit. */
  readonly overallTimeout: number;
  readonly retryDelayMs: number;
  readonly failFast: boolean;
  readonly continueOnWarning: boolean;
  /** Null where commands run here alone. */
  readonly workers: WorkerSettings | null;
}

/** When everything is verified although stored verdicts stand. */
export interface FullTriggers {
  /** Globs of files whose change is enough; one without a slash matches in any directory. */
  readonly mandatory: readonly string[];
  /** The share of files that changed, from 0 to 1. */
  readonly changedShare: number;
  /** How many steps a changed structure reaches. */
  readonly depth: number;
  /** How many files a changed structure reaches. */
  readonly cascade: number;
  /** How many files a change may affect before verifying everything is recommended. */
  readonly affectedFiles: number;
  /** How long ago everything was last verified. */
  readonly staleDays: number;
}

/** The baseline that is a file of the repository. */
export interface BaselineFile {
  /** Relative to the root. */
  readonly path: string;
  /** Whether runs write it; otherwise only `verification baseline write` does. */
  readonly isWrittenByRuns: boolean;
}

export interface Incremental {
  readonly enabled: boolean;
  readonly primary: DetectionMethod;
  readonly fallback: DetectionMethod;
  readonly similarityThreshold: number;
  /** For how many days something is kept that is not used. It never decides whether a verdict stands. */
  readonly unusedDays: number;
  readonly maxSizeMb: number;
  readonly storagePath: string;
  readonly excludePatterns: readonly string[];
  readonly opaqueImports: "project" | "ignore";
  /** Which share of the cached verdicts is verified again and compared; null if not set. */
  readonly verifyCache: number | null;
  readonly fullTriggers: FullTriggers;
}

/** A strategy as it was declared: with a command of its own, or with the one that is ready-made for a check's tool. */
export interface DeclaredStrategy {
  readonly name: string;
  /** Null where the ready-made one says it. */
  readonly when: Condition | null;
  readonly does:
    | { readonly type: "run"; readonly command: string; readonly args: readonly string[] }
    | { readonly type: "uses"; readonly readyMade: ReadyMadeName };
  /** Milliseconds; 0 is no limit. */
  readonly timeout: number;
}

export interface Recovery {
  readonly enabled: boolean;
  readonly maxAttempts: number;
  /** Those that take part without being declared. */
  readonly readyMade: readonly ReadyMadeName[];
  readonly declared: readonly DeclaredStrategy[];
}

/** How coding agents are treated that want to stop. */
export interface AgentSettings {
  /** How often in a row they are held up. */
  readonly maxBlocks: number;
  readonly maxTokens: number;
  readonly newOnly: boolean;
}

/** What is declared, complete and checked: nothing after this stage looks at raw configuration. */
export interface ResolvedConfig {
  /** Absolute. */
  readonly root: string;
  readonly git: boolean;
  /** The configuration file, relative to the root where it is below it; null where there is none. */
  readonly file: string | null;
  /** Where the checks come from. */
  readonly source:
    | { readonly type: "file"; readonly file: string }
    | { readonly type: "skills" }
    | { readonly type: "inferred" };
  readonly checks: readonly Check[];
  /** Dependencies between files that somebody declared. */
  readonly edges: readonly DeclaredEdge[];
  /** The checks of the chosen skills; null where none was chosen. */
  readonly chosenBySkill: ReadonlySet<string> | null;
  readonly execution: Execution;
  readonly incremental: Incremental;
  /** Null where verdicts are not shared with other machines. */
  readonly remote: RemoteCache | null;
  /** Files of this program's own that somebody wanted to have where they are: no part of the tree. From the root. */
  readonly setAside: readonly string[];
  readonly baseline: BaselineFile;
  /** Of those at most one document goes to standard output. */
  readonly reports: readonly Report[];
  readonly recovery: Recovery;
  readonly agent: AgentSettings;
  /** Absolute directories that templates can name. */
  readonly workDir: string;
  readonly checkpointDir: string;
  readonly warnings: readonly string[];
}
