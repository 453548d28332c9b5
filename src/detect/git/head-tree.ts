import { decodePath } from "../../paths/encode-path.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry, IndexListing } from "../../vocabulary/tree/snapshot.ts";
import { layer } from "../../values/layered-map.ts";
import type { PathTest } from "../exclude.ts";
import { KINDS } from "../file-kinds.ts";
import { EMPTY } from "./index-listing.ts";

export interface HeadAnswers {
  readonly index: IndexListing;
  /** `git status --porcelain=v2 -z --no-renames`, of the same index. */
  readonly status: Buffer;
  /** Which paths are left out. */
  readonly excluded: PathTest;
  /** The position of the root in git's tree: empty, or a directory with a trailing slash. */
  readonly prefix: string;
  /** Whether a file is in the working tree. */
  readonly isThere: (path: RepoPath) => boolean;
}

/** `1 XY sub mH mI mW hH hI path` */
const CHANGED = /^1 \S+ \S+ (\d+) \d+ \d+ ([0-9a-f]+) [0-9a-f]+ (.*)$/s;
const NOTHING = "000000";

/**
 * The files of the checked-out commit: as in the index, unless the status says that it differs. Null if the two do not
 * tell: in a conflict, and with submodules.
 */
export function headTree({
  index,
  status,
  excluded,
  prefix,
  isThere,
}: HeadAnswers): ReadonlyMap<RepoPath, FileEntry> | null {
  if (index.submodules.length > 0) return null;
  const differing = new Map<RepoPath, FileEntry | null>();
  for (const record of status.toString("latin1").split("\0")) {
    if (record === "" || record.startsWith("#") || record.startsWith("?")) continue;
    const [, mode, id, name] = CHANGED.exec(record) ?? [];
    if (mode === undefined || id === undefined || name === undefined) return null;
    const path = decodePath(Buffer.from(name, "latin1"));
    if (!path.startsWith(prefix)) continue;
    const below = path.slice(prefix.length) as RepoPath;
    if (excluded(below)) continue;
    const kind = KINDS[mode];
    if (mode === NOTHING) differing.set(below, null);
    else if (kind === undefined || kind === "submodule") return null;
    else differing.set(below, { kind, id: id as ContentId });
  }
  if (index.mayHold.empty && hasIntentToAdd(index.files, isThere)) return null;
  return layer(index.files, differing);
}

/** For a file added with intent-to-add and then deleted, git reports the same as for a deleted empty file. */
function hasIntentToAdd(files: ReadonlyMap<RepoPath, FileEntry>, isThere: HeadAnswers["isThere"]): boolean {
  for (const [path, { id }] of files) if (EMPTY.includes(id) && !isThere(path)) return true;
  return false;
}
