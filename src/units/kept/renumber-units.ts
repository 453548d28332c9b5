import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { TreeNames } from "../configuration/tree-names.ts";
import type { KeptSet, KeptUnits, OpenedCheck } from "./kept-units.ts";
import { NumberLists } from "./number-lists.ts";
import { type KeptRow, LOOSE, looseRow, RowColumns } from "./row-columns.ts";

/**
 * The same units for a different list of files, with new file numbers. A removed file no longer has a unit, and units that
 * read it or got an answer from it are looked up again. An added file has no unit yet.
 */
export function renumberUnits(kept: KeptUnits, paths: readonly RepoPath[], names: TreeNames): KeptUnits {
  const numbers = new Map(paths.map((path, index) => [path, index]));
  const numberNow = kept.paths.map((path) => numbers.get(path) ?? GONE);
  const lists = new NumberLists();
  const now = (
    files: ArrayLike<number>,
  ): { readonly files: readonly number[]; readonly isWhole: boolean } => {
    const found = Array.from(files, (file) => numberNow[file] ?? GONE);
    const there = found.filter((file) => file !== GONE);
    return { files: there, isWhole: there.length === found.length };
  };
  const sets = kept.sets.map((set): KeptSet => {
    const { files, isWhole } = now(kept.lists.at(set.files));
    return { ...set, files: lists.add(files), isWide: set.isWide || !isWhole };
  });
  const checks = kept.checks.map((check): OpenedCheck => {
    const rows: KeptRow[] = [];
    for (let place = 0; place < check.rows.length; place++) {
      const row = check.rows.at(place);
      const target = numberNow[row.target] ?? GONE;
      if (target === GONE) continue;
      const by = now(row.by);
      const isLoose = (row.flags & LOOSE) !== 0 || !by.isWhole;
      rows.push(isLoose ? looseRow(target) : { ...row, target, by: by.files });
    }
    const settingsFiles = now(check.settingsFiles);
    return {
      ...check,
      settingsFiles: settingsFiles.files,
      isOpen: check.isOpen || !settingsFiles.isWhole,
      rows: RowColumns.of(rows, lists),
    };
  });
  return { ...kept, paths, entries: [], names, sets, lists, checks };
}

const GONE = -1;
