import { isAscii } from "node:buffer";
import { decodePath } from "../../paths/encode-path.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry, FileKind, IndexListing } from "../../vocabulary/tree/snapshot.ts";
import type { PathTest } from "../exclude.ts";

/** An index that an earlier run has listed. */
export interface KnownIndex {
  /** What `indexChecksum` says of it. */
  readonly checksum: string;
  /** The globs of what was left out. */
  readonly exclude: readonly string[];
  /** Undefined if it cannot be read any more. */
  readonly open: () => IndexListing | undefined;
}

/** The name of a file with attributes. */
export const ATTRIBUTES = ".gitattributes";
/** Git's ids of an empty file. */
export const EMPTY: readonly string[] = [
  "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
];

/** Positions in a record: `H 100644 <id> 0\t<path>\0`. */
const MODE = 2;
const ID = 9;

const known = new WeakMap<Buffer, { readonly excluded: PathTest; readonly index: IndexListing }>();

/** Takes the output of `git ls-files -s -v -z`. The same output without the same paths gives the same index. */
export function parseIndexListing(listing: Buffer, excluded: PathTest): IndexListing {
  const latest = known.get(listing);
  if (latest?.excluded === excluded) return latest.index;
  const index = parse(listing, excluded);
  known.set(listing, { excluded, index });
  return index;
}

/** Written for speed: it is one of the few loops over all files in a run after an edit. */
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
  const mayHold = {
    empty: EMPTY.some((id) => listing.includes(id)),
    attributes: listing.includes(ATTRIBUTES),
  };
  return { files: plain ? files : inOrder(files), hidden, submodules, links, mayHold };
}

/** Git orders names by their bytes, which is another order only for some that are not ASCII. */
function inOrder(files: ReadonlyMap<RepoPath, FileEntry>): ReadonlyMap<RepoPath, FileEntry> {
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Modes are 100644, 100755, 120000 and 160000. */
function kindOf(text: string, mode: number): FileKind {
  const type = text[mode + 1];
  if (type === "0") return text[mode + 3] === "7" ? "executable" : "file";
  return type === "2" ? "symlink" : "submodule";
}
