import { keysThatMayDiffer, layer } from "../values/layered-map.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { FileEntry, IndexListing, Snapshot } from "../vocabulary/tree/snapshot.ts";

/**
 * Git's index as it differed from the kept tree. While git does not write its index, the next run need not ask for it, and
 * compares its tree with the kept one by what differs.
 */
export interface KeptIndex extends Pick<IndexListing, "links" | "mayHold"> {
  readonly checksum: string;
  /** The globs of what was left out. */
  readonly exclude: readonly string[];
  /** Files that differ, with the entry that the index has for them; null if it has none. */
  readonly differing: readonly (readonly [path: RepoPath, entry: FileEntry | null])[];
}

/** If more files differ, git is asked. */
const MOST_DIFFERING = 1000;

/** Null if the index is unknown, or has more to it than files. */
export function packIndex({ files, index }: Snapshot, exclude: readonly string[]): KeptIndex | null {
  if (index === undefined || index.checksum === null) return null;
  const { files: listed, hidden, submodules, links, mayHold } = index.listing;
  if (hidden.size + submodules.length > 0) return null;
  const paths = [...(keysThatMayDiffer(files, listed) ?? [...files.keys(), ...listed.keys()])];
  const differing = paths.flatMap((path) => {
    const [now, stored] = [files.get(path), listed.get(path)];
    const isSame = now?.id === stored?.id && now?.kind === stored?.kind;
    return isSame ? [] : [[path, stored ?? null] as const];
  });
  if (differing.length > MOST_DIFFERING || differing.some(([path]) => files.get(path)?.within !== undefined))
    return null;
  return { checksum: index.checksum, exclude, differing, links, mayHold };
}

/** `files` is the kept tree. */
export function openIndex(
  { differing, links, mayHold }: KeptIndex,
  files: ReadonlyMap<RepoPath, FileEntry>,
): IndexListing {
  return { files: layer(files, new Map(differing)), hidden: new Map(), submodules: [], links, mayHold };
}
