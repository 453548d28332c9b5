/** What stands in an item's meta.json. Nothing in it is believed before it was looked at; unknown fields are kept. */
export type Meta = { readonly [field: string]: unknown };

export type AnalysisStatus = "analyzed" | "partial" | "raw";

/** Where a workflow begins for an item, and why. */
export interface StartPhase {
  readonly status: AnalysisStatus;
  /** Null: at the beginning. */
  readonly startPhase: string | null;
  readonly completedPhases: string[];
  readonly remainingPhases: string[];
  readonly warnings: string[];
}

/** Whether the repository has moved on since an item was analysed. */
export interface Staleness {
  readonly stale: boolean;
  readonly originalHash: string | null;
  readonly currentHash: string | null;
  /** Null where it is not known. */
  readonly commitsBehind: number | null;
}

/** A file that an item's artifacts cite, and that changed or depends on one that did. */
export interface CitedChange {
  readonly path: string;
  /** From the cited file to the one that changed; the cited file alone where it changed itself. */
  readonly chain: readonly string[];
}

/** Staleness that says whether it matters. */
export interface StalenessReport extends Staleness {
  /** Paths, sorted. */
  readonly citedFilesChanged: readonly string[];
  readonly citedChanges: readonly CitedChange[];
  /** How many of the commits, merges aside, touch one of the files at the ends of the chains; null where it is not known. */
  readonly citedCommits: number | null;
  /** What was not found out, and why: one sentence each. */
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
  /** Globs of what must be there when it is done: from the item's directory, or with a leading `/` from the root. */
  readonly artifacts: readonly string[];
  readonly gate: Gate;
  /** What an agent or a person is told about a phase that is handed over. */
  readonly description: string | null;
}

/** A setting that a workflow's phases can read. */
export interface WorkflowOption {
  readonly name: string;
  readonly value: string;
  readonly description: string;
}

export interface WorkflowRules {
  /** It begins at its first phase, or where the record of the item says; nobody can ask for another. */
  readonly noHalfwayEntry: boolean;
  /** `done` takes only the phase that waits. */
  readonly noPhaseSkipping: boolean;
}

export interface Workflow {
  readonly name: string;
  readonly phases: readonly Phase[];
  /** What stands before the item's directory in the name of its branch. */
  readonly branch: string;
  /** Whether it pauses between phases unless told otherwise. */
  readonly supervised: boolean;
  readonly options: readonly WorkflowOption[];
  /** Whether it takes options that it does not name: they are for those that its phases are handed to. */
  readonly takesAnyOption: boolean;
  readonly rules: WorkflowRules;
}

/** How a line of the backlog is marked: raw, partly analysed, analysed, done. */
export const MARKERS = [" ", "~", "A", "x"] as const;
export type Marker = (typeof MARKERS)[number];

/** A piece of work. */
export interface Item {
  readonly slug: string;
  /** As the directory of items was given, with the slug. */
  readonly dir: string;
  /** Null where meta.json is missing or corrupt. */
  readonly meta: Meta | null;
  readonly metaProblem: "missing" | "corrupt" | "refused" | null;
  /** Whether its directory is there. */
  readonly exists: boolean;
  readonly description: string;
  /** Its number in the backlog. */
  readonly number: string | null;
  readonly marker: Marker | null;
}
