import type { StatRecord } from "../detect/stat-index.ts";
import type { OwnPlace } from "../system/own/own-place.ts";
import type { PathSet, PathSetId, WeakKey } from "../vocabulary/tree/path-set.ts";
import type { Fingerprint } from "../vocabulary/tree/path.ts";
import type { Origin, Worktree } from "../vocabulary/verdict/origin.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import type { FindingRecord } from "./records/finding-record.ts";
import type {
  Execution,
  Invalidation,
  RenameRecord,
  RunRecord,
  StoredVerdict,
  Verdict,
} from "./records/records.ts";
import type { RunLogs } from "./records/run-logs.ts";

/**
 * What is kept between runs.
 * A store never throws because of its environment. What it cannot read counts as absent, and what it cannot write is
 * not kept; either is reported once, in `warnings`. What it returns is exactly what was stored.
 */
export interface Store {
  /** The worktree that uses this store. All worktrees of a repository share one if they can. */
  readonly worktree: Worktree;
  readonly origin: Origin;
  /** A digest of the surroundings of this checkout's tree. */
  readonly surroundings: string;
  /** A value encoded with the key of this store: equal values give equal texts, which mean nothing without the key. */
  keyed(value: string): string;
  readonly verdicts: Verdicts;
  readonly pathSets: PathSets;
  /** Merkle nodes by their hash. */
  readonly nodes: Documents;
  /** What was extracted from a file, by content and extractor. */
  readonly extractions: Documents;
  readonly files: FileStats;
  readonly history: History;
  readonly invalidations: Invalidations;
  /** Where this checkout keeps the state that it last verified as a whole; null if it has no place for it. */
  readonly baseline: OwnPlace | null;
  /** Earlier findings of this checkout. */
  readonly findings: FindingRecords;
  readonly lastRun: LastRuns;
  readonly kept: KeptTrees;
  readonly increments: Increments;
  /** The events of the latest runs of this checkout. */
  readonly runLogs: RunLogs;
  /** One sentence for each thing that the user should know about the store. Grows while the store is used. */
  readonly warnings: readonly string[];
  stats(): StoreStats;
  /**
   * Removes what was not used within the time limit, then the least recently used, down to the size limit. Null if the
   * store is not writable: then nothing is removed.
   */
  prune(): PruneReport | null;
  /**
   * Removes everything that a verdict can be reused from, and returns how many verdicts that were. History stays. Null
   * if the store is not writable: then everything stays.
   */
  clear(): number | null;
  /** Closes the store. Prunes first, at most once a day. Closing twice is harmless. */
  close(): void;
}

/** The last run of this checkout if it left nothing to do, kept for the next run with the same request. */
export interface LastRuns {
  /** Returns its edition; null if it could not be stored. `value` is any JSON. */
  keep(value: unknown): string | null;
  /** Forgets it, because the run that starts now may say otherwise. Returns the new edition. */
  forget(): string;
  /** Forgets it in all worktrees: a verdict that they share was deleted or contradicted. */
  forgetEverywhere(): void;
  /** Changes whenever it is forgotten or replaced, by any process. */
  edition(): string;
  /** The file that `forget` writes, by absolute path; null if there is none. */
  readonly file: string | null;
  /** The file that changes when it is forgotten everywhere; null if there is none. */
  readonly editionFile: string | null;
}

/** Something that this checkout keeps for the next run. Plain JSON. */
export interface KeptRecords {
  read(): unknown;
  /** Replaces it. Returns whether it could. */
  write(value: unknown): boolean;
}

/** The units of this checkout's last run, and the graph behind them. */
export interface KeptTrees extends KeptRecords {
  /** The columns of the units, with their seal, which is unique. */
  readUnits(): { readonly seal: string; readonly bytes: Buffer } | undefined;
  /** Replaces them. Returns their seal; null if they could not be written. */
  writeUnits(bytes: Buffer): string | null;
  /** With its seal, which is unique. */
  readGraph(): { readonly seal: string; readonly bytes: Buffer } | undefined;
  /** Replaces it. Returns its seal; null if it could not be written. */
  writeGraph(bytes: Buffer): string | null;
}

/** What tools keep for their next run, in files that only they understand. */
export interface Increments {
  /**
   * Gives a tool the file of its last run, if the state is the same, or the name for a new file. Null if this checkout
   * has no place for it, or if another run is using it.
   */
  lay(check: string, state: string, options: LayOptions): LaidIncrement | null;
  /** For all checks. */
  forget(): void;
}

export interface LayOptions {
  /** Start from nothing. */
  readonly isFresh: boolean;
  /** How long another run can use it at most, in milliseconds. */
  readonly patience: number;
}

export interface LaidIncrement {
  /** Absolute. */
  readonly file: string;
  /** Its content; null if the tool starts from nothing. */
  readonly text: string | null;
  /** Removes the file and returns what the tool wrote to it; null if it wrote nothing. */
  take(): string | null;
  keep(text: string): void;
  /** Forgets what was kept before. */
  forget(): void;
}

export interface FindingRecords {
  /** Newest first. */
  read(): readonly FindingRecord[];
  /** Replaces all of them. Returns whether it could. */
  write(records: readonly FindingRecord[]): boolean;
}

/** By the id that is computed from their content. */
export interface PathSets {
  /** Those that are stored. */
  getMany(ids: readonly PathSetId[]): ReadonlyMap<PathSetId, PathSet>;
  putMany(sets: readonly PathSet[]): void;
}

export interface Verdicts {
  /** Those that are stored, except those that worktrees disagree on. */
  findMany(fingerprints: readonly Fingerprint[]): ReadonlyMap<Fingerprint, StoredVerdict>;
  /** Whether a requested fingerprint was not found because worktrees disagree on it. */
  isContested(fingerprint: Fingerprint): boolean;
  /** The path sets of the verdicts with these weak keys, newest first. */
  pathSetsOf(weakKeys: readonly WeakKey[]): ReadonlyMap<WeakKey, readonly PathSetId[]>;
  /**
   * Stores all verdicts of one command or none, so that an interrupted run can resume. Earlier verdicts of their units
   * stay; for the weak keys in `setsThatStay`, only those with one of these path sets. Returns when they were stored,
   * in milliseconds since 1970.
   */
  putMany(verdicts: readonly Verdict[], setsThatStay?: ReadonlyMap<WeakKey, ReadonlySet<PathSetId>>): number;
  /** Stores verdicts from elsewhere, each with its origin and time. */
  takeOver(verdicts: readonly Omit<StoredVerdict, "lastUsedAt">[]): void;
  /** Makes these the most recent verdicts of their units, whatever was stored since. */
  standAgain(fingerprints: readonly Fingerprint[]): void;
  /**
   * The most recent verdict of each unit of a check, or of the given targets: the last that was stored or stood again.
   * A file that has moved is found by its old path.
   */
  latestMany(check: string, targets?: readonly Target[]): ReadonlyMap<Target, StoredVerdict>;
  /**
   * Deletes one verdict and notes why. False if there was none, or if it could not be deleted: then only this process
   * ignores it.
   */
  evict(fingerprint: Fingerprint, reason: string, triggeredBy: string): boolean;
  /** The same for several at once. Returns how many were deleted. */
  evictMany(fingerprints: readonly Fingerprint[], reason: string, triggeredBy: string): number;
}

/** JSON values by a key that stands for their content: the same key means the same value. */
export interface Documents {
  get(key: string): unknown;
  /** Those that are stored. */
  getMany(keys: readonly string[]): ReadonlyMap<string, unknown>;
  putMany(entries: Iterable<readonly [key: string, value: unknown]>): void;
}

export interface FileStats {
  load(): ReadonlyMap<string, StatRecord>;
  /** Paths are relative to the repository root; only files outside of it have absolute paths. */
  save(stats: Iterable<readonly [path: string, stat: StatRecord]>): void;
}

/** Bounded: new entries replace the oldest. Lists are newest first. */
export interface History {
  recordRun(run: RunRecord): void;
  /** The same for several, oldest first: all of them are stored, or none. */
  recordRuns(runs: readonly RunRecord[]): void;
  countRuns(): number;
  /** The time from which runs count in metrics, in milliseconds since 1970; null if all count. */
  metricsSince(): number | null;
  /** Makes metrics start from now; earlier runs stay in the history. False if that could not be stored. */
  resetMetrics(at: number): boolean;
  listRuns(limit: number): readonly RunRecord[];
  getRun(runId: string): RunRecord | undefined;
  /** The newest run that matches the condition. Reads no further back than needed. */
  latestRun(condition: (run: RunRecord) => boolean): RunRecord | undefined;
  /** The newest runs that match the condition. Reads no further back than needed. */
  selectRuns(condition: (run: RunRecord) => boolean, limit: number): readonly RunRecord[];
  runsStartingWith(start: string, limit: number): readonly RunRecord[];
  recordExecutions(executions: readonly Execution[]): void;
  countExecutions(): number;
  /** Those that share their fingerprint with another. */
  repeatedExecutions(): readonly Execution[];
  recordRenames(renames: readonly RenameRecord[]): void;
  listRenames(): readonly RenameRecord[];
}

/** Bounded, newest first. */
export interface Invalidations {
  record(invalidations: readonly Invalidation[]): void;
  /** With reasons, at least those of the newest that have one of them. */
  list(limit: number, reasons?: readonly string[]): readonly Invalidation[];
}

export interface TableStats {
  readonly entries: number;
  readonly bytes: number;
  /** When the least recently used entry was last used; null if there is none. */
  readonly oldest: number | null;
}

export interface StoreStats {
  /** Its directory; null if it has none. */
  readonly dir: string | null;
  /** On disk. */
  readonly bytes: number;
  readonly maxBytes: number;
  readonly verdicts: TableStats;
  /** How many of the verdicts come from other machines. */
  readonly fromElsewhere: number;
  readonly pathSets: TableStats;
  readonly nodes: TableStats;
  readonly extractions: TableStats;
  readonly files: TableStats;
  readonly runs: number;
  readonly executions: number;
  readonly invalidations: number;
  /** Lookups of verdicts that succeeded or failed, since the store was created. */
  readonly hits: number;
  readonly misses: number;
  readonly prunedAt: number | null;
}

export interface PruneCounts {
  readonly verdicts: number;
  readonly pathSets: number;
  readonly nodes: number;
  readonly extractions: number;
  readonly files: number;
}

export interface PruneReport {
  readonly expired: PruneCounts;
  readonly overLimit: PruneCounts;
  /** Of everything that can be pruned, afterwards. */
  readonly bytes: number;
}
