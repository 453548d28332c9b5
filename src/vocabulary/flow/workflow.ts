/** The content of an item's meta.json. Every field must be validated before use; unknown fields are kept. */
export type Meta = { readonly [field: string]: unknown };

export type AnalysisStatus = "analyzed" | "partial" | "raw";

/** Where a workflow starts for an item, and why. */
export interface StartPhase {
  readonly status: AnalysisStatus;
  /** Null: the first phase. */
  readonly startPhase: string | null;
  readonly completedPhases: string[];
  readonly remainingPhases: string[];
  readonly warnings: string[];
}

/** Whether the repository has changed since an item was analysed. */
export interface Staleness {
  readonly stale: boolean;
  readonly originalHash: string | null;
  readonly currentHash: string | null;
  /** Null if unknown. */
  readonly commitsBehind: number | null;
}

/** A file that an item's artifacts cite, and that changed or depends on one that did. */
export interface CitedChange {
  readonly path: string;
  /** From the cited file to the one that changed; the cited file alone if it changed itself. */
  readonly chain: readonly string[];
}

/** Staleness, with whether it matters. */
export interface StalenessReport extends Staleness {
  /** Paths, sorted. */
  readonly citedFilesChanged: readonly string[];
  readonly citedChanges: readonly CitedChange[];
  /** How many of the commits, without merges, change one of the files at the ends of the chains; null if unknown. */
  readonly citedCommits: number | null;
  /** What could not be found out, and why: one sentence each. */
  readonly notes: readonly string[];
}

export interface Gate {
  readonly checks: readonly string[];
  readonly tags: readonly string[];
}

/** One step of a workflow. */
export interface Phase {
  readonly key: string;
  /** Null: the phase is handed over. */
  readonly run: { readonly command: string; readonly args: readonly string[] } | null;
  /** Globs of what must exist when it is done: relative to the item's directory, or with a leading `/` to the root. */
  readonly artifacts: readonly string[];
  readonly gate: Gate;
  /** Instructions for the agent or person that a phase is handed over to. */
  readonly description: string | null;
}

/** A setting that a workflow's phases can read. */
export interface WorkflowOption {
  readonly name: string;
  readonly value: string;
  readonly description: string;
}

export interface WorkflowRules {
  /** It starts at its first phase, or where the record of the item says; no other start is allowed. */
  readonly noHalfwayEntry: boolean;
  /** `done` accepts only the waiting phase. */
  readonly noPhaseSkipping: boolean;
}

export interface Workflow {
  readonly name: string;
  readonly phases: readonly Phase[];
  /** What precedes the item's directory in the name of its branch. */
  readonly branch: string;
  /** Whether it pauses between phases by default. */
  readonly supervised: boolean;
  readonly options: readonly WorkflowOption[];
  /** Whether it accepts undeclared options: they are for those that its phases are handed over to. */
  readonly takesAnyOption: boolean;
  readonly rules: WorkflowRules;
}

/** The marker of a line in the backlog: raw, partly analysed, analysed, done. */
export const MARKERS = [" ", "~", "A", "x"] as const;
export type Marker = (typeof MARKERS)[number];

/** A piece of work. */
export interface Item {
  readonly slug: string;
  /** The given directory of items, with the slug. */
  readonly dir: string;
  /** Null if meta.json is missing or corrupt. */
  readonly meta: Meta | null;
  readonly metaProblem: "missing" | "corrupt" | "refused" | null;
  /** Whether its directory exists. */
  readonly exists: boolean;
  readonly description: string;
  /** Its number in the backlog. */
  readonly number: string | null;
  readonly marker: Marker | null;
}
