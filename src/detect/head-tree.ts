import { type ContentId, decodePath, type RepoPath } from "../vocabulary/path.ts";
import type { FileEntry } from "../vocabulary/snapshot.ts";
import { KINDS } from "./file-kinds.ts";
import { parseIndexListing } from "./index-listing.ts";

export interface HeadAnswers {
  /** `git ls-files -s -v -z` */
  readonly listing: Buffer;
  /** `git status --porcelain=v2 -z --no-renames`, of the same index. */
  readonly status: Buffer;
  /** Where the root is in git's tree: empty, or a directory with a slash at its end. */
  readonly prefix: string;
}

/** `1 XY sub mH mI mW hH hI path` */
const CHANGED = /^1 \S+ \S+ (\d+) \d+ \d+ ([0-9a-f]+) [0-9a-f]+ (.*)$/s;
const NOTHING = "000000";

/**
 * Every file of the commit that is checked out: as the index has it, unless the status says what it is in the commit.
 * Null where the two do not tell: in a conflict, and with submodules.
 */
export function headTree({ listing, status, prefix }: HeadAnswers): ReadonlyMap<RepoPath, FileEntry> | null {
  const index = parseIndexListing(listing, () => false);
  if (index.submodules.length > 0) return null;
  const files = new Map(index.files);
  for (const record of status.toString("latin1").split("\0")) {
    if (record === "" || record.startsWith("#") || record.startsWith("?")) continue;
    const [, mode, id, name] = CHANGED.exec(record) ?? [];
    if (mode === undefined || id === undefined || name === undefined) return null;
    const path = decodePath(Buffer.from(name, "latin1"));
    if (!path.startsWith(prefix)) continue;
    const below = path.slice(prefix.length) as RepoPath;
    const kind = KINDS[mode];
    if (mode === NOTHING) files.delete(below);
    else if (kind === undefined || kind === "submodule") return null;
    else files.set(below, { kind, id: id as ContentId });
  }
  return files;
}
