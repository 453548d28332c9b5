import { keysThatMayDiffer } from "../../values/layered-map.ts";
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

export function findChange(
  { paths, files: then }: Pick<KeptUnits, "paths" | "files">,
  { files, unreadable }: Pick<Snapshot, "files" | "unreadable">,
): Change {
  if (unreadable.size > 0) return { why: "some files cannot be read" };
  const changed = new Map<RepoPath, ContentId>();
  const came: RepoPath[] = [];
  const went = new Map<RepoPath, ContentId>();
  for (const path of keysThatMayDiffer(then, files) ?? new Set([...files.keys(), ...paths])) {
    const [before, now] = [then.get(path), files.get(path)];
    if (before === undefined && now === undefined) continue;
    if (before !== undefined && now !== undefined && sameEntry(before, now)) continue;
    if (now !== undefined && !isPlain(now)) return { why: `${path} is no plain file` };
    if (before !== undefined && !isPlain(before)) return { why: `${path} was no plain file` };
    if (isDeciding(path)) return { why: `${path} decides what others mean` };
    if (before === undefined) came.push(path);
    else if (now === undefined) went.set(path, before.id);
    else if (before.kind !== now.kind) return { why: `${path} is of another kind` };
    else changed.set(path, before.id);
  }
  return { paths, changed, came, went };
}

function sameEntry(one: FileEntry, other: FileEntry): boolean {
  return one.id === other.id && one.kind === other.kind;
}

function isPlain({ kind }: FileEntry): boolean {
  return kind === "file" || kind === "executable";
}

const NAMES = /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$|^\.verification\./;

/** Whether the name of a file shows that it may affect more than the files that refer to it. */
export function isDeciding(path: RepoPath): boolean {
  return NAMES.test(path) || isLockfile(path) || isSetting(path);
}
