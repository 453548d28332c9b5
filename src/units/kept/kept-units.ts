import type { PathSetId } from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry, Snapshot } from "../../vocabulary/tree/snapshot.ts";

/**
 * The units of a tree whose verdicts stood when they were kept, in the form in which they are written down: plain JSON, in
 * which a file, a path set or a run is named by its number.
 */
export interface KeptUnits {
  /** The files of the tree, and what each was. */
  readonly paths: string;
  readonly entries: string;
  readonly sets: readonly KeptSet[];
  readonly runs: readonly string[];
  readonly origins: readonly string[];
  readonly checks: readonly KeptCheck[];
}

/** A path set by what of it is in the tree. */
export interface KeptSet {
  readonly id: PathSetId;
  /** The files whose content was read. */
  readonly files: readonly number[];
  /** Whether any file may matter to it. */
  readonly isWide: boolean;
}

export interface KeptCheck {
  readonly name: string;
  /** Stands for all that its units have in common. */
  readonly frame: string;
  readonly settings: readonly string[];
  readonly rows: readonly KeptRow[];
}

/** One unit. */
export type KeptRow = readonly [
  target: number,
  fingerprint: Fingerprint,
  pathSet: PathSetId | number,
  kind: 0 | 1,
  settings: number,
  run: number,
  origin: number,
  createdAt: number,
  durationMs: number,
  exitCode: number | null,
  /** 1: any file may matter; 2: there is more to its verdict than that it passed. */
  flags: number,
  /** Path sets that other verdicts with its weak key have. */
  candidates: readonly number[],
  /** Files that it was answered from. */
  by: readonly number[],
];

export const WIDE = 1;
export const MORE = 2;

/** A row by its names. */
export interface ReadRow {
  readonly target: number;
  readonly fingerprint: Fingerprint;
  readonly pathSet: PathSetId | number;
  readonly isObserved: boolean;
  readonly settings: number;
  readonly run: number;
  readonly origin: number;
  readonly createdAt: number;
  readonly durationMs: number;
  readonly exitCode: number | null;
  readonly isWide: boolean;
  readonly hasMore: boolean;
  readonly candidates: readonly number[];
  readonly by: readonly number[];
}

export function readRow(row: KeptRow): ReadRow {
  const [target, fingerprint, pathSet, kind, settings, run, origin, createdAt, durationMs, exitCode] = row;
  const [, , , , , , , , , , flags, candidates, by] = row;
  return {
    target,
    fingerprint,
    pathSet,
    isObserved: kind === 1,
    settings,
    run,
    origin,
    createdAt,
    durationMs,
    exitCode,
    isWide: (flags & WIDE) !== 0,
    hasMore: (flags & MORE) !== 0,
    candidates,
    by,
  };
}

const SEPARATOR = "\0";

/** In an order that the same files always have. */
export function packFiles({ files }: Snapshot): Pick<KeptUnits, "paths" | "entries"> {
  const paths = [...files.keys()].sort();
  const entries = paths.map((path) => describeEntry(files.get(path) as FileEntry));
  return { paths: paths.join(SEPARATOR), entries: entries.join(SEPARATOR) };
}

export function unpackPaths({ paths }: Pick<KeptUnits, "paths">): readonly RepoPath[] {
  return paths === "" ? [] : (paths.split(SEPARATOR) as RepoPath[]);
}

export function unpackEntries({ entries }: KeptUnits): readonly string[] {
  return entries === "" ? [] : entries.split(SEPARATOR);
}

export function describeEntry({ kind, id }: FileEntry): string {
  return `${kind} ${id}`;
}
