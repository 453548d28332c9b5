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
 * What is remembered between runs.
 *
 * A store never throws because of the world around it. What it cannot read is not there, and what it cannot
 * write is not kept; either is said once, in `warnings`. What it does give back is what was put in, bit by bit.
 */
export interface Store {
  /** The worktree whose store this is. All worktrees of a repository share one, where they can. */
  readonly worktree: Worktree;
  readonly origin: Origin;
  /** What lies around the tree of this checkout, as a digest. */
  readonly surroundings: string;
  /** What a value is for who has the key of this store: the same for the same, and nothing to anybody else. */
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
  /** What this checkout has found before. */
  readonly findings: FindingRecords;
  readonly lastRun: LastRuns;
  readonly kept: KeptTrees;
  readonly increments: Increments;
  /** What the latest runs of this checkout said while they went on. */
  readonly runLogs: RunLogs;
  /** One sentence for each thing that the user should know about the store. Grows while it is used. */
  readonly warnings: readonly string[];
  stats(): StoreStats;
  /**
   * Removes what was not used for longer than the time limit, then what was used longest ago, down to the size limit.
   * Null if it cannot be written to: then nothing is removed.
   */
  prune(): PruneReport | null;
  /**
   * Removes everything that a verdict can be reused from, and returns how many verdicts that were. History stays.
   * Null if it cannot be written to: then everything stays.
   */
  clear(): number | null;
  /** Ends the use of the store. Prunes on the way, at most once a day. Closing twice is harmless. */
  close(): void;
}

/** The run of this checkout that had nothing to do, kept for the next one that asks the same. */
export interface LastRuns {
  /** The mark that it has then; null if it could not be kept. `value` is anything that JSON can carry. */
  keep(value: unknown): string | null;
  /** Forgets it: what runs now may say otherwise. Answers with the new mark. */
  forget(): string;
  /** The same in all worktrees: a verdict that they share was thrown away or contradicted. */
  forgetEverywhere(): void;
  /** Differs after it was forgotten or replaced, by whomever. */
  mark(): string;
  /** The file that changes when it is forgotten everywhere; null if there is none. */
  readonly markFile: string | null;
}

/** Something that this checkout keeps for the next run. Plain JSON. */
export interface KeptRecords {
  read(): unknown;
  /** Replaces it, and says whether it could. */
  write(value: unknown): boolean;
}

/** The units of this checkout's last run, and the graph that they were found by. */
export interface KeptTrees extends KeptRecords {
  /** The columns of units, with their seal, which no others have. */
  readUnits(): { readonly seal: string; readonly bytes: Buffer } | undefined;
  /** Replaces them. Their seal; null if they could not be written. */
  writeUnits(bytes: Buffer): string | null;
  /** With its seal, which no other one has. */
  readGraph(): { readonly seal: string; readonly bytes: Buffer } | undefined;
  /** Replaces it. Its seal; null if it could not be written. */
  writeGraph(bytes: Buffer): string | null;
}

/** What tools keep for their next run in files that only they understand. */
export interface Increments {
  /**
   * Gives a tool its file as it left it, if it was kept in the same state, or the name for a new one. Null if this checkout has
   * no place for it, or where another run has it.
   */
  lay(check: string, state: string, options: LayOptions): LaidIncrement | null;
  /** Of all checks. */
  forget(): void;
}

export interface LayOptions {
  /** It is to begin from nothing. */
  readonly isFresh: boolean;
  /** For how long another run can have it at most, in milliseconds. */
  readonly patience: number;
}

export interface LaidIncrement {
  /** Absolute. */
  readonly file: string;
  /** What is in it; null if the tool begins from nothing. */
  readonly text: string | null;
  /** Removes the file, and gives what the tool has left in it; null if it left nothing. */
  take(): string | null;
  keep(text: string): void;
  /** Forgets what was kept before. */
  forget(): void;
}

export interface FindingRecords {
  /** Newest first. */
  read(): readonly FindingRecord[];
  /** Replaces all of them, and says whether it could. */
  write(records: readonly FindingRecord[]): boolean;
}

/** By the name that follows from what is in them. */
export interface PathSets {
  /** Those that are there. */
  getMany(ids: readonly PathSetId[]): ReadonlyMap<PathSetId, PathSet>;
  putMany(sets: readonly PathSet[]): void;
}

export interface Verdicts {
  /** Those that are there. One that worktrees disagree on is not. */
  findMany(fingerprints: readonly Fingerprint[]): ReadonlyMap<Fingerprint, StoredVerdict>;
  /** Whether a fingerprint that was asked for was not found because worktrees disagree on it. */
  isContested(fingerprint: Fingerprint): boolean;
  /** The path sets that verdicts with these weak keys have, the one that was stored last first. */
  pathSetsOf(weakKeys: readonly WeakKey[]): ReadonlyMap<WeakKey, readonly PathSetId[]>;
  /**
   * Keeps the verdicts of one command at once, all of them or none, so that an interrupted run resumes where it was.
   * Earlier verdicts of their units stay; of the weak keys that are named, only those with one of these path sets.
   * Returns when they were stored, in milliseconds since 1970.
   */
  putMany(verdicts: readonly Verdict[], setsThatStay?: ReadonlyMap<WeakKey, ReadonlySet<PathSetId>>): number;
  /** Keeps verdicts that were made elsewhere, each with its origin and its time. */
  takeOver(verdicts: readonly Omit<StoredVerdict, "lastUsedAt">[]): void;
  /** Makes these the most recent verdicts of their units: they are what stands now, whatever was stored since. */
  standAgain(fingerprints: readonly Fingerprint[]): void;
  /**
   * The most recent verdict of each unit of a check, or of those with the given targets: the last that was stored, or
   * stood again. A file that has moved is found by its old path.
   */
  latestMany(check: string, targets?: readonly Target[]): ReadonlyMap<Target, StoredVerdict>;
  /**
   * Throws one verdict away and notes why. False if there was none to remove, or where it could not be
   * removed: then only this process does not find it any more.
   */
  evict(fingerprint: Fingerprint, reason: string, triggeredBy: string): boolean;
  /** The same for several at once; how many were there and are removed. */
  evictMany(fingerprints: readonly Fingerprint[], reason: string, triggeredBy: string): number;
}

/** Values that JSON can carry, by a key that stands for their content: the same key means the same value. */
export interface Documents {
  get(key: string): unknown;
  /** Those that are there. */
  getMany(keys: readonly string[]): ReadonlyMap<string, unknown>;
  putMany(entries: Iterable<readonly [key: string, value: unknown]>): void;
}

export interface FileStats {
  load(): ReadonlyMap<string, StatRecord>;
  /** Paths are relative to the repository root; only files outside of it have absolute ones. */
  save(stats: Iterable<readonly [path: string, stat: StatRecord]>): void;
}

/** Bounded: the oldest entries make room for new ones. Lists are newest first. */
export interface History {
  recordRun(run: RunRecord): void;
  /** The same for several, oldest first: all of them are kept, or none. */
  recordRuns(runs: readonly RunRecord[]): void;
  countRuns(): number;
  /** From when on runs count in figures, in milliseconds since 1970; null if all do. */
  metricsSince(): number | null;
  /** Lets runs count in figures from now on; they stay in history. False if that could not be kept. */
  resetMetrics(at: number): boolean;
  listRuns(limit: number): readonly RunRecord[];
  getRun(runId: string): RunRecord | undefined;
  /** The newest run that satisfies the condition, without reading further back than needed. */
  latestRun(condition: (run: RunRecord) => boolean): RunRecord | undefined;
  /** The newest runs that satisfy the condition, without reading further back than needed. */
  selectRuns(condition: (run: RunRecord) => boolean, limit: number): readonly RunRecord[];
  runsStartingWith(start: string, limit: number): readonly RunRecord[];
  recordExecutions(executions: readonly Execution[]): void;
  countExecutions(): number;
  /** Those that are not the only ones of their fingerprint. */
  repeatedExecutions(): readonly Execution[];
  recordRenames(renames: readonly RenameRecord[]): void;
  listRenames(): readonly RenameRecord[];
}

/** Bounded, newest first. */
export interface Invalidations {
  record(invalidations: readonly Invalidation[]): void;
  /** With reasons, of the newest at least those that have one of them. */
  list(limit: number, reasons?: readonly string[]): readonly Invalidation[];
}

export interface TableStats {
  readonly entries: number;
  readonly bytes: number;
  /** When the entry that was used longest ago was last used; null if there is none. */
  readonly oldest: number | null;
}

export interface StoreStats {
  /** Where it is kept; null if it is not. */
  readonly dir: string | null;
  /** On disk. */
  readonly bytes: number;
  readonly maxBytes: number;
  readonly verdicts: TableStats;
  /** How many of the verdicts were made on other machines. */
  readonly fromElsewhere: number;
  readonly pathSets: TableStats;
  readonly nodes: TableStats;
  readonly extractions: TableStats;
  readonly files: TableStats;
  readonly runs: number;
  readonly executions: number;
  readonly invalidations: number;
  /** Verdicts that were asked for and found, or not found, since the store was made. */
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
  /** Of what can be pruned, afterwards. */
  readonly bytes: number;
}
