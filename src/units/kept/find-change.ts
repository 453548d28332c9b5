import { searchSorted } from "../../values/search-sorted.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry, Snapshot } from "../../vocabulary/tree/snapshot.ts";
import { isLockfile, isSetting } from "../configuration/configuration-files.ts";
import type { KeptUnits } from "./kept-units.ts";

/**
 * The files whose content has changed since units were kept, with the old content; and the files that were added or
 * removed. Or why that does not tell which units are the same.
 */
export type Change =
  | {
      /** The files at that time. */
      readonly paths: readonly RepoPath[];
      readonly changed: ReadonlyMap<RepoPath, ContentId>;
      readonly came: readonly RepoPath[];
      /** The files that were removed, with their old content. */
      readonly went: ReadonlyMap<RepoPath, ContentId>;
    }
  | { readonly why: string };

const PLAIN = /^(?:file|executable) /;

export function findChange({ paths, entries }: KeptUnits, { files, unreadable }: Snapshot): Change {
  if (unreadable.size > 0) return { why: "some files cannot be read" };
  const changed = new Map<RepoPath, ContentId>();
  const came: RepoPath[] = [];
  let next = 0;
  for (const [path, entry] of files) {
    // Both nearly always have the same order.
    const at = paths[next] === path ? next : searchSorted(paths, path);
    if (at === -1) {
      if (entry.kind !== "file" && entry.kind !== "executable") return { why: `${path} is no plain file` };
      if (isDeciding(path)) return { why: `${path} decides what others mean` };
      came.push(path);
      continue;
    }
    next = at + 1;
    const before = entries[at] ?? "";
    if (isEntry(before, entry)) continue;
    if (!PLAIN.test(before) || entry.kind !== before.slice(0, before.indexOf(" ")))
      return { why: `${path} is of another kind` };
    if (isDeciding(path)) return { why: `${path} decides what others mean` };
    changed.set(path, before.slice(before.indexOf(" ") + 1) as ContentId);
  }
  const went = new Map<RepoPath, ContentId>();
  if (files.size - came.length === paths.length) return { paths, changed, came, went };
  for (const [at, path] of paths.entries()) {
    if (files.has(path)) continue;
    const before = entries[at] ?? "";
    if (!PLAIN.test(before)) return { why: `${path} was no plain file` };
    if (isDeciding(path)) return { why: `${path} decides what others mean` };
    went.set(path, before.slice(before.indexOf(" ") + 1) as ContentId);
  }
  return { paths, changed, came, went };
}

/** Whether this is the written form of a file's entry. */
function isEntry(written: string, { kind, id }: FileEntry): boolean {
  return (
    written.length === kind.length + 1 + id.length &&
    written.endsWith(id) &&
    written.startsWith(kind) &&
    written[kind.length] === " "
  );
}

const NAMES = /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$|^\.verification\./;

/** Whether the name of a file shows that it may affect more than the files that refer to it. */
export function isDeciding(path: RepoPath): boolean {
  return NAMES.test(path) || isLockfile(path) || isSetting(path);
}
