import { searchSorted } from "../../values/search-sorted.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry, Snapshot } from "../../vocabulary/tree/snapshot.ts";
import type { TreeNames } from "../configuration/tree-names.ts";
import type { Frame } from "../known-before.ts";
import {
  createDescribe,
  type DescribedRow,
  describeRow,
  type LookedAt,
  type LooseRow,
} from "./describe-units.ts";
import {
  type KeptCheck,
  type KeptNews,
  type KeptUnits,
  type NewSet,
  type OpenedCheck,
  packColumns,
} from "./kept-units.ts";
import { describeEntry } from "./kept-files.ts";
import { NumberLists } from "./number-lists.ts";
import { Numbered } from "./numbered.ts";
import { type KeptRow, looseRow, RowColumns } from "./row-columns.ts";

export interface PackOptions {
  readonly snapshot: Snapshot;
  /** The index of its file names. */
  readonly names: TreeNames;
  /** The checks whose units are known. */
  readonly checks: readonly PackedCheck[];
  /** What was kept before, for the same files. */
  readonly before: KeptUnits | null;
  /** Whether files were added or removed, which changes all file numbers. */
  readonly isRenumbered: boolean;
  /** The files whose content has changed since. */
  readonly changed: Iterable<RepoPath>;
}

export interface PackedCheck extends Frame {
  readonly name: string;
  readonly frame: string;
  /** Lists the units that were looked up. */
  readonly units: () => Iterable<LookedAt>;
  /** The check as it was kept, if all its other units are unchanged; otherwise null. */
  readonly moved: OpenedCheck | null;
}

/** Both parts of what is kept. The columns are null unless they have to be written again. */
export interface PackedUnits {
  readonly news: KeptNews;
  readonly columns: Buffer | null;
  /** The checkouts in which the verdicts were reached. */
  readonly origins: readonly string[];
}

/** If more units than this have changed, everything is written again. */
const MOST_NEWS = 1000;

/** Packs all units that a later run can recognize as unchanged from the files that changed. */
export function packUnits(options: PackOptions): PackedUnits {
  const { before, checks, isRenumbered } = options;
  const isMoved = before !== null && !isRenumbered && checks.every(({ moved }) => moved !== null);
  const news = isMoved ? packNews(before, options) : null;
  const isSmall = news !== null && news.entries.length + count(news) <= MOST_NEWS;
  if (!isSmall || before === null) return packWhole(options);
  const added = news.origins.slice(before.news.origins.length);
  return { news, columns: null, origins: [...before.origins, ...added] };
}

function count({ checks }: KeptNews): number {
  return checks.reduce((total, { rows }) => total + rows.length, 0);
}

/** What has changed since the existing columns were written. */
function packNews(before: KeptUnits, { snapshot, checks, changed }: PackOptions): KeptNews {
  const { paths, news } = before;
  const tables = new Tables(before);
  const describe = createDescribe({ snapshot, paths });
  const entries = new Map(news.entries);
  for (const path of changed)
    entries.set(searchSorted(paths, path), describeEntry(snapshot.files.get(path) as FileEntry));
  const packed = checks.map((check) => {
    const kept = news.checks.find(({ name }) => name === check.name);
    const settings = new Numbered(kept?.settings ?? [], String);
    const rows = new Map(kept?.rows.map((row) => [row.target, row]));
    for (const each of check.units()) {
      const row = describe(each);
      if (row !== null) rows.set(row.target, tables.number(row, settings));
    }
    return {
      ...commonOf(check, kept, paths),
      settings: [...(kept?.settings ?? []), ...settings.added],
      rows: [...rows.values()],
    };
  });
  return {
    entries: [...entries],
    sets: [...news.sets, ...tables.sets.added],
    runs: [...news.runs, ...tables.runs.added],
    origins: [...news.origins, ...tables.origins.added],
    checks: packed,
  };
}

function packWhole({ snapshot, names, checks, before }: PackOptions): PackedUnits {
  const paths = [...snapshot.files.keys()].sort();
  const tables = new Tables(null);
  const describe = createDescribe({ snapshot, paths });
  const lists = new NumberLists();
  /** What was kept before, with what was looked up in its place. */
  const packAgain = ({ moved, units }: PackedCheck, settings: Numbered<string>): RowColumns => {
    const rows = new Map<number, KeptRow>();
    if (moved !== null && before !== null)
      for (let place = 0; place < moved.rows.length; place++) {
        const row = describeRow(place, moved, before);
        rows.set(row.target, tables.number(row, settings));
      }
    for (const row of listRows(units(), settings)) rows.set(row.target, row);
    return RowColumns.of([...rows.values()], lists);
  };
  function* listRows(units: Iterable<LookedAt>, settings: Numbered<string>): Iterable<KeptRow> {
    for (const each of units) {
      const row = describe(each);
      if (row !== null) yield tables.number(row, settings);
    }
  }
  const packed = checks.map((check) => {
    const { moved, units } = check;
    const settings = new Numbered<string>([], String);
    const inOrder = moved === null ? RowColumns.inOrder(listRows(units(), settings), lists) : null;
    return {
      ...commonOf(check, moved ?? undefined, paths),
      rows: inOrder ?? packAgain(check, settings),
      settings: settings.added,
    };
  });
  const news: KeptNews = {
    entries: [],
    sets: [],
    runs: [],
    origins: [],
    checks: packed.map((check) => ({ ...check, rows: [] })),
  };
  const columns = packColumns({
    paths,
    entries: paths.map((path) => describeEntry(snapshot.files.get(path) as FileEntry)),
    names,
    sets: tables.sets.added.map((set) => ({ ...set, files: lists.add(set.files) })),
    runs: tables.runs.added,
    origins: tables.origins.added,
    lists,
    checks: packed,
    news,
  });
  return { news, columns, origins: tables.origins.added };
}

/** What all units of a check have in common; keeps what is already known about settings. */
function commonOf(
  { name, frame, targets, directories, units }: PackedCheck,
  before: KeptCheck | undefined,
  paths: readonly RepoPath[],
): Omit<KeptCheck, "settings"> {
  const files = new Set<RepoPath>();
  const seen = new Set<readonly RepoPath[]>();
  let isOpen = before?.isOpen === true;
  for (const { unit } of units()) {
    if (unit.trail === null) continue;
    isOpen ||= unit.trail.isOpen;
    const { settingsFiles } = unit.trail;
    if (seen.size < seen.add(settingsFiles).size) for (const file of settingsFiles) files.add(file);
  }
  const numbers = [...files].map((path) => searchSorted(paths, path)).filter((file) => file !== -1);
  return {
    name,
    frame,
    targets,
    directories,
    settingsFiles: [...new Set([...(before?.settingsFiles ?? []), ...numbers])],
    isOpen,
  };
}

/** The tables that the numbers in rows refer to. */
class Tables {
  readonly sets: Numbered<NewSet>;
  readonly runs: Numbered<string>;
  readonly origins: Numbered<string>;

  constructor(before: KeptUnits | null) {
    const sets = before?.sets ?? [];
    this.sets = new Numbered(
      sets.map(({ id, files, isWide }) => keyOf(id, isWide || files !== 0)),
      ({ id, files, isWide }) => keyOf(id, isWide || files.length > 0),
    );
    this.runs = new Numbered(before?.runs ?? [], String);
    this.origins = new Numbered(before?.origins ?? [], String);
  }

  number(row: DescribedRow | LooseRow, settings: Numbered<string>): KeptRow {
    if (!isDescribed(row)) return looseRow(row.target);
    return {
      ...row,
      set: this.sets.add(row.set),
      settings: settings.add(row.settings),
      run: this.runs.add(row.run),
      origin: this.origins.add(row.origin),
      candidates: row.candidates.map((set) => this.sets.add(set)),
    };
  }
}

function isDescribed(row: DescribedRow | LooseRow): row is DescribedRow {
  return "fingerprint" in row;
}

/** If nothing of a set was observed, it is unknown what it would be in the tree. */
function keyOf(id: string, isInTree: boolean): string {
  return isInTree ? id : `${id} elsewhere`;
}
