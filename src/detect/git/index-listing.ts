import { isAscii } from "node:buffer";
import { decodePath } from "../../paths/encode-path.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry, FileKind } from "../../vocabulary/tree/snapshot.ts";
import type { PathTest } from "../exclude.ts";

/** Git's index: the output of `git ls-files -s -v -z`. */
export interface IndexListing {
  /** What git has stored for each file. A file in conflict is left out: the status lists it. */
  readonly files: ReadonlyMap<RepoPath, FileEntry>;
  /** Files that git was told to ignore, so that its silence about them means nothing. A skipped file may be missing. */
  readonly hidden: ReadonlyMap<RepoPath, "assumed" | "skipped">;
  readonly submodules: readonly RepoPath[];
  readonly links: readonly RepoPath[];
}

/** Positions in a record: `H 100644 <id> 0\t<path>\0`. */
const MODE = 2;
const ID = 9;

const known = new WeakMap<Buffer, { readonly excluded: PathTest; readonly index: IndexListing }>();

/** The same listing without the same paths gives the same index. */
export function parseIndexListing(listing: Buffer, excluded: PathTest): IndexListing {
  const latest = known.get(listing);
  if (latest?.excluded === excluded) return latest.index;
  const index = parse(listing, excluded);
  known.set(listing, { excluded, index });
  return index;
}

/** Written for speed: it is the one loop over all files in a run with little to do. */
function parse(listing: Buffer, excluded: PathTest): IndexListing {
  const files = new Map<RepoPath, FileEntry>();
  const hidden = new Map<RepoPath, "assumed" | "skipped">();
  const submodules: RepoPath[] = [];
  const links: RepoPath[] = [];
  const text = listing.toString("latin1");
  const plain = isAscii(listing);
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf("\0", start);
    const idEnd = text.indexOf(" ", start + ID);
    if (text[idEnd + 1] !== "0") continue;
    const at = idEnd + 3;
    const path = plain ? (text.slice(at, end) as RepoPath) : decodePath(listing.subarray(at, end));
    if (excluded(path)) continue;
    const kind = kindOf(text, start + MODE);
    files.set(path, { kind, id: text.slice(start + ID, idEnd) as ContentId });
    if (kind === "submodule") submodules.push(path);
    if (kind === "symlink") links.push(path);
    const letter = text[start];
    if (letter !== "H") hidden.set(path, letter === "S" || letter === "s" ? "skipped" : "assumed");
  }
  return { files, hidden, submodules, links };
}

/** Modes are 100644, 100755, 120000 and 160000. */
function kindOf(text: string, mode: number): FileKind {
  const type = text[mode + 1];
  if (type === "0") return text[mode + 3] === "7" ? "executable" : "file";
  return type === "2" ? "symlink" : "submodule";
}
