import { isAscii } from "node:buffer";
import { type ContentId, decodePath, type RepoPath } from "../vocabulary/path.ts";

/** One file of git's index: what `git ls-files -s -v -z` says about it. */
export interface IndexFile {
  readonly path: RepoPath;
  readonly mode: "100644" | "100755" | "120000" | "160000";
  readonly blob: ContentId;
  /** What git was told not to look at: then its silence means nothing. A skipped file need not be there. */
  readonly hidden: "assumed" | "skipped" | null;
}

/** Where a record's parts are: `H 100644 <id> 0\t<path>\0`. */
const MODE = 2;
const ID = 9;

/** The files of the index. One that is in conflict is left out: the status lists it. */
export function parseIndexListing(listing: Buffer): readonly IndexFile[] {
  const files: IndexFile[] = [];
  const text = listing.toString("latin1");
  const plain = isAscii(listing);
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\0", start);
    const idEnd = text.indexOf(" ", start + ID);
    if (text[idEnd + 1] === "0") {
      const at = idEnd + 3;
      files.push({
        path: plain ? (text.slice(at, end) as RepoPath) : decodePath(listing.subarray(at, end)),
        mode: text.slice(start + MODE, start + ID - 1) as IndexFile["mode"],
        blob: text.slice(start + ID, idEnd) as ContentId,
        hidden: hiddenBy(text[start]),
      });
    }
    start = end + 1;
  }
  return files;
}

/** The first letter of a record: S for skip-worktree, small for assume-unchanged. */
function hiddenBy(letter: string | undefined): IndexFile["hidden"] {
  if (letter === "H") return null;
  return letter === "S" || letter === "s" ? "skipped" : "assumed";
}

/** The paths of a listing, each ended by a NUL, as git's `--stdin -z` takes them. */
export function listedPaths(listing: Buffer): Buffer {
  const paths = Buffer.allocUnsafe(listing.length);
  let length = 0;
  for (let start = 0; start < listing.length;) {
    const end = listing.indexOf(0, start) + 1;
    length += listing.copy(paths, length, listing.indexOf(9, start) + 1, end);
    start = end;
  }
  return paths.subarray(0, length);
}
