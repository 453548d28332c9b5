import { searchSorted } from "../../values/search-sorted.ts";
import type { PathSetId } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry } from "../../vocabulary/tree/snapshot.ts";
import type { TreeNames } from "../configuration/tree-names.ts";
import { type Column, columnsFromBytes, packText, columnsToBytes, unpackText } from "./columns.ts";
import { KeptFiles } from "./kept-files.ts";
import { NumberLists } from "./number-lists.ts";
import { type KeptRow, ROW_COLUMNS, RowColumns } from "./row-columns.ts";

/**
 * The units of a tree. Files, path sets and runs are referred to by number. They are stored in two parts: columns, and what
 * has changed since the columns were written.
 */
export interface KeptUnits {
  /** The files of the tree, always in the same order, and the entry of each. */
  readonly paths: readonly RepoPath[];
  readonly entries: readonly string[];
  /** Both as a map. */
  readonly files: ReadonlyMap<RepoPath, FileEntry>;
  /** The index of their names. */
  readonly names: TreeNames;
  readonly sets: readonly KeptSet[];
  readonly runs: readonly string[];
  readonly origins: readonly string[];
  readonly lists: NumberLists;
  readonly checks: readonly OpenedCheck[];
  /** What has changed since the columns were written. */
  readonly news: KeptNews;
}

/** A path set, reduced to what is in the tree. */
export interface KeptSet {
  readonly id: PathSetId;
  /** The files whose content was read: the number of a list. */
  readonly files: number;
  /** Whether any file may matter to it. */
  readonly isWide: boolean;
}

/** What all units of a check have in common. */
export interface KeptCheck {
  readonly name: string;
  /** Identifies everything that its units have in common. */
  readonly frame: string;
  /** Identifies what says which files are its targets. */
  readonly targets: string;
  /** The directories of its targets. */
  readonly directories: readonly string[];
  /** Each identifies the settings of some targets. */
  readonly settings: readonly string[];
  /** The files that contain any of these settings, or that the settings load. */
  readonly settingsFiles: readonly number[];
  /** Whether any file may matter to them. */
  readonly isOpen: boolean;
}

export interface OpenedCheck extends KeptCheck {
  readonly rows: RowColumns;
}

/** Plain JSON. */
export interface KeptNews {
  /** Files whose content has changed. */
  readonly entries: readonly (readonly [file: number, entry: string])[];
  readonly sets: readonly NewSet[];
  readonly runs: readonly string[];
  readonly origins: readonly string[];
  /** All known checks, each with the units that have changed. */
  readonly checks: readonly (KeptCheck & { readonly rows: readonly KeptRow[] })[];
}

export interface NewSet extends Omit<KeptSet, "files"> {
  readonly files: readonly number[];
}

interface Head {
  /** By file number. */
  readonly names: Readonly<Record<keyof TreeNames, readonly number[]>>;
  readonly sets: readonly PathSetId[];
  readonly runs: readonly string[];
  readonly origins: readonly string[];
  readonly checks: readonly string[];
}

const SEPARATOR = "\0";

/** Packs the columns: everything that the news does not store in full. */
export function packColumns({
  paths,
  entries,
  names,
  sets,
  runs,
  origins,
  lists,
  checks,
}: Omit<KeptUnits, "files">): Buffer {
  const numbers = (named: readonly RepoPath[]): readonly number[] =>
    named.map((path) => searchSorted(paths, path));
  const head: Head = {
    names: {
      settings: numbers(names.settings),
      lockfiles: numbers(names.lockfiles),
      manifests: numbers(names.manifests),
      mocks: numbers(names.mocks),
    },
    sets: sets.map(({ id }) => id),
    runs,
    origins,
    checks: checks.map(({ name }) => name),
  };
  return columnsToBytes(head, [
    packText(paths.join(SEPARATOR)),
    packText(entries.join(SEPARATOR)),
    Uint32Array.from(sets, ({ files }) => files),
    Uint8Array.from(sets, ({ isWide }) => (isWide ? 1 : 0)),
    ...lists.toColumns(),
    ...checks.flatMap(({ rows }) => rows.columns),
  ]);
}

/** Opens columns that `packColumns` made, and applies what has changed since. */
export function openKeptUnits(bytes: Buffer, news: KeptNews): KeptUnits {
  const { head, columns } = columnsFromBytes(bytes);
  const { sets: ids, runs, origins, checks: names, names: named } = head as Head;
  const [packed, entries, files, wide, starts, values, ...rest] = columns as readonly Column[];
  const lists = new NumberLists([starts as Column, values as Column]);
  const all = split(unpackText(entries as Column));
  for (const [file, entry] of news.entries) all[file] = entry;
  const sets = ids.map((id, at): KeptSet => ({
    id,
    files: files?.[at] as number,
    isWide: wide?.[at] === 1,
  }));
  const newSets = news.sets.map((set): KeptSet => ({ ...set, files: lists.add(set.files) }));
  const paths = split(unpackText(packed as Column)) as RepoPath[];
  const pathsOf = (numbers: readonly number[]): readonly RepoPath[] =>
    numbers.map((file) => paths[file] as RepoPath);
  return {
    paths,
    entries: all,
    files: new KeptFiles(paths, all),
    names: {
      settings: pathsOf(named.settings),
      lockfiles: pathsOf(named.lockfiles),
      manifests: pathsOf(named.manifests),
      mocks: pathsOf(named.mocks),
    },
    sets: [...sets, ...newSets],
    runs: [...runs, ...news.runs],
    origins: [...origins, ...news.origins],
    lists,
    checks: news.checks.map(({ rows: others, ...check }) => {
      const start = names.indexOf(check.name) * ROW_COLUMNS;
      const rows = new RowColumns(rest.slice(start, start + ROW_COLUMNS), lists);
      for (const row of others) rows.write(rows.find(row.target), row);
      return { ...check, rows };
    }),
    news,
  };
}

function split(text: string): string[] {
  return text === "" ? [] : text.split(SEPARATOR);
}
