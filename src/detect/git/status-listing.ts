import { decodePath } from "../../paths/encode-path.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** The output of `git status --porcelain=v2 -z --branch`. Paths are from the top of git's tree. */
export interface StatusListing {
  /** Null before the first commit. */
  readonly commit: string | null;
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  /** Tracked files that differ from the commit, in the index or in the working tree. */
  readonly changed: readonly ListedChange[];
  /** A path that ends in `/` is a repository of its own. */
  readonly untracked: readonly string[];
}

export interface ListedChange {
  readonly path: string;
  /** How the working tree differs from the index. "unknown": it differs, or the file is in conflict. */
  readonly tree: "same" | "deleted" | "unknown";
}

/** How many fields precede the path in a record of each kind. */
const FIELDS: Readonly<Record<string, number>> = { "1": 8, u: 10, "?": 1 };

export function parseStatusListing(output: Buffer): StatusListing {
  let commit: string | null = null;
  let branch: string | null = null;
  const changed: ListedChange[] = [];
  const untracked: string[] = [];
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start);
    const record = output.subarray(start, end);
    const kind = String.fromCharCode(output[start] ?? 0);
    if (kind === "#") {
      const [, name, value] = splitHeader(record);
      if (name === "branch.oid" && value !== "(initial)") commit = value;
      if (name === "branch.head" && value !== "(detached)") branch = value;
    } else {
      const path = decodePath(afterFields(record, FIELDS[kind] ?? 1));
      if (kind === "?") untracked.push(path);
      else changed.push({ path, tree: kind === "1" ? treeState(record) : "unknown" });
    }
    start = end + 1;
  }
  return { commit, branch, changed, untracked };
}

function splitHeader(record: Buffer): readonly [string, string, string] {
  const text = decodePath(record);
  const space = text.indexOf(" ", 2);
  return ["#", text.slice(2, space), text.slice(space + 1)];
}

/** The second letter of `1 XY ...`. */
function treeState(record: Buffer): ListedChange["tree"] {
  const letter = String.fromCharCode(record[3] ?? 0);
  return letter === "." ? "same" : letter === "D" ? "deleted" : "unknown";
}

function afterFields(record: Buffer, count: number): Buffer {
  let at = 0;
  for (let field = 0; field < count; field += 1) at = record.indexOf(32, at) + 1;
  return record.subarray(at);
}

/** Git's output without the records of some paths. */
export function withoutPaths(output: Buffer, isLeftOut: (path: string) => boolean): Buffer {
  const kept: Buffer[] = [];
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start) + 1;
    const kind = String.fromCharCode(output[start] ?? 0);
    const path = afterFields(output.subarray(start, end - 1), FIELDS[kind] ?? 1);
    if (kind === "#" || !isLeftOut(decodePath(path))) kept.push(output.subarray(start, end));
    start = end;
  }
  return Buffer.concat(kept);
}

/** Paths relative to `prefix` (empty, or a directory with a trailing slash); others are left out. */
export function below<T>(items: readonly T[], prefix: string, pathOf: (item: T) => string): Map<RepoPath, T> {
  const found = new Map<RepoPath, T>();
  for (const item of items) {
    const path = pathOf(item);
    if (path.startsWith(prefix)) found.set(path.slice(prefix.length) as RepoPath, item);
  }
  return found;
}
