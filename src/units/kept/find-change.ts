import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import { findConfigurationFiles, isLockfile } from "../configuration/configuration-files.ts";
import { describeEntry, type KeptUnits, unpackEntries, unpackPaths } from "./kept-units.ts";

/**
 * The files whose content is another than when units were kept, and what it was; or why that does not tell which units are the
 * same.
 */
export type Change =
  | { readonly paths: readonly RepoPath[]; readonly changed: ReadonlyMap<RepoPath, ContentId> }
  | { readonly why: string };

const PLAIN = /^(?:file|executable) /;

export function findChange(kept: KeptUnits, { files, unreadable }: Snapshot): Change {
  const paths = unpackPaths(kept);
  const entries = unpackEntries(kept);
  if (files.size !== paths.length) return { why: "files were added or deleted" };
  if (unreadable.size > 0) return { why: "some files cannot be read" };
  const changed = new Map<RepoPath, ContentId>();
  for (const [index, path] of paths.entries()) {
    const entry = files.get(path);
    if (entry === undefined) return { why: "files were added or deleted" };
    const before = entries[index] ?? "";
    const after = describeEntry(entry);
    if (before === after) continue;
    if (!PLAIN.test(before) || entry.kind !== before.slice(0, before.indexOf(" ")))
      return { why: `${path} is of another kind` };
    if (isDeciding(path)) return { why: `${path} decides what others mean` };
    changed.set(path, before.slice(before.indexOf(" ") + 1) as ContentId);
  }
  return { paths, changed };
}

const NAMES = /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$|^\.verification\./;

/** Whether a file says by its name that it may say more than what those take from it who refer to it. */
export function isDeciding(path: RepoPath): boolean {
  return NAMES.test(path) || isLockfile(path) || findConfigurationFiles([path]).all().length > 0;
}
