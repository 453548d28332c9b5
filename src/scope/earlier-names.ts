import type { RenameRecord } from "../store/records/records.ts";
import type { RenamedFile } from "../vocabulary/tree/change-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { RenamedFrom } from "../vocabulary/verdict/unit.ts";

/** An earlier name of a file. */
export interface EarlierName extends RenamedFrom {
  /** The run that found the file under its next name, and when; null if no run has yet. */
  readonly run: { readonly id: string; readonly at: number } | null;
}

interface Link extends EarlierName {
  readonly to: RepoPath;
}

/**
 * Follows renames backwards, from the newest to the oldest. A rename counts only for the name that the file
 * had at that time. Stored renames are read on first use.
 */
export function createEarlierNames(
  renamed: readonly RenamedFile[],
  stored: () => readonly RenameRecord[],
): (path: RepoPath) => readonly EarlierName[] {
  let index: ReadonlyMap<RepoPath, readonly Numbered[]> | undefined;
  return (path) => {
    index ??= indexLinks([...renamed.map(fromChange), ...stored().map(fromRecord)]);
    const names: EarlierName[] = [];
    const seen = new Set([path]);
    let link = index.get(path)?.[0];
    while (link !== undefined && !seen.has(link.from)) {
      const { from, similarity, run, at } = link;
      names.push({ from, similarity, run });
      seen.add(from);
      link = index.get(from)?.find((each) => each.at > at);
    }
    return names;
  };
}

interface Numbered extends Link {
  /** Position among all renames, the newest first. */
  readonly at: number;
}

function indexLinks(links: readonly Link[]): ReadonlyMap<RepoPath, readonly Numbered[]> {
  const index = new Map<RepoPath, Numbered[]>();
  links.forEach((link, at) => {
    const list = index.get(link.to);
    if (list === undefined) index.set(link.to, [{ ...link, at }]);
    else list.push({ ...link, at });
  });
  return index;
}

function fromChange({ previousPath, currentPath, similarity }: RenamedFile): Link {
  return { from: previousPath, to: currentPath, similarity, run: null };
}

function fromRecord({ from, to, similarity, runId, at }: RenameRecord): Link {
  return { from, to, similarity, run: { id: runId, at } };
}
