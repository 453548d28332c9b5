import type { Check } from "../vocabulary/check/check.ts";
import type { Condition, ReadyMadeName } from "../vocabulary/run/recovery.ts";
import type { Report } from "../vocabulary/run/report.ts";
import type { DeclaredEdge } from "../vocabulary/tree/graph.ts";
import type { DetectionMethod } from "../vocabulary/tree/snapshot.ts";
import type { RemoteCache } from "../vocabulary/verdict/shared-cache.ts";
import type { WorkerSettings } from "../vocabulary/run/workers.ts";

export interface ExecutionSettings {
  /** Commands at once; 1 if `parallel` is false. */
  readonly slots: number;
  /** Milliseconds; 0 means no limit. */
  readonly overallTimeout: number;
  readonly retryDelayMs: number;
  readonly failFast: boolean;
  readonly continueOnWarning: boolean;
  /** Null if all commands run on this machine. */
  readonly workers: WorkerSettings | null;
}

/** When to verify everything although stored verdicts are valid. */
export interface FullTriggers {
  /** Globs of files whose change is enough; a glob without a slash matches in any directory. */
  readonly mandatory: readonly string[];
  /** The share of changed files, from 0 to 1. */
  readonly changedShare: number;
  /** How many steps a structural change spreads. */
  readonly depth: number;
  /** How many files a structural change affects. */
  readonly cascade: number;
  /** How many files a change may affect before verifying everything is recommended. */
  readonly affectedFiles: number;
  /** Days since everything was last verified. */
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
  /** How many days something unused is kept. Never decides whether a verdict is valid. */
  readonly unusedDays: number;
  readonly maxSizeMb: number;
  readonly storagePath: string;
  readonly excludePatterns: readonly string[];
  readonly opaqueImports: "project" | "ignore";
  /** The share of the cached verdicts that is verified again and compared; null if not set. */
  readonly verifyCache: number | null;
  readonly fullTriggers: FullTriggers;
}

/** A declared strategy: with its own command, or with the ready-made one for a check's tool. */
export interface DeclaredStrategy {
  readonly name: string;
  /** Null if the ready-made strategy decides. */
  readonly when: Condition | null;
  readonly does:
    | { readonly type: "run"; readonly command: string; readonly args: readonly string[] }
    | { readonly type: "uses"; readonly readyMade: ReadyMadeName };
  /** Milliseconds; 0 means no limit. */
  readonly timeout: number;
}

export interface Recovery {
  readonly enabled: boolean;
  readonly maxAttempts: number;
  /** Those that take part without being declared. */
  readonly readyMade: readonly ReadyMadeName[];
  readonly declared: readonly DeclaredStrategy[];
}

/** How to treat coding agents that want to stop. */
export interface AgentSettings {
  /** How often in a row they are blocked. */
  readonly maxBlocks: number;
  readonly maxTokens: number;
  readonly newOnly: boolean;
}

/** What is declared, complete and validated: nothing after this stage reads raw configuration. */
export interface ResolvedConfig {
  /** Absolute. */
  readonly root: string;
  readonly git: boolean;
  /** The configuration file, relative to the root if it is below it; null if there is none. */
  readonly file: string | null;
  /** Where the checks come from. */
  readonly source:
    | { readonly type: "file"; readonly file: string }
    | { readonly type: "skills" }
    | { readonly type: "inferred" };
  readonly checks: readonly Check[];
  /** Declared dependencies between files. */
  readonly edges: readonly DeclaredEdge[];
  /** The checks of the chosen skills; null if none was chosen. */
  readonly chosenBySkill: ReadonlySet<string> | null;
  readonly execution: ExecutionSettings;
  readonly incremental: Incremental;
  /** Null if verdicts are not shared with other machines. */
  readonly remote: RemoteCache | null;
  /** Files that this program wrote at the user's request: not part of the tree. Relative to the root. */
  readonly setAside: readonly string[];
  readonly baseline: BaselineFile;
  /** At most one of them goes to standard output. */
  readonly reports: readonly Report[];
  readonly recovery: Recovery;
  readonly agent: AgentSettings;
  /** Absolute directories that templates can name. */
  readonly workDir: string;
  readonly checkpointDir: string;
  readonly warnings: readonly string[];
}
