import type { Extraction } from "../../graph/extraction.ts";
import type { FileGraph } from "../../graph/file-graph.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import { findConfigurationFiles, isLockfile } from "../configuration/configuration-files.ts";
import { describeEntry, type KeptUnits, unpackEntries, unpackPaths } from "./kept-units.ts";

/** The files whose content is another than when units were kept; or why that does not tell which units are the same. */
export type Change = { readonly changed: readonly RepoPath[] } | { readonly why: string };

export interface ChangeContext {
  readonly snapshot: Snapshot;
  readonly graph: FileGraph;
  /** What content that is gone now said about its place in the graph; undefined where that is not known. */
  readonly extractionOf: (path: RepoPath, id: ContentId) => Extraction | undefined;
}

const PLAIN = /^(?:file|executable) /;

export function findChange(kept: KeptUnits, context: ChangeContext): Change {
  const { files, unreadable } = context.snapshot;
  const paths = unpackPaths(kept);
  const entries = unpackEntries(kept);
  if (files.size !== paths.length) return { why: "files were added or deleted" };
  if (unreadable.size > 0) return { why: "some files cannot be read" };
  const changed: RepoPath[] = [];
  for (const [index, path] of paths.entries()) {
    const entry = files.get(path);
    if (entry === undefined) return { why: "files were added or deleted" };
    const before = entries[index] ?? "";
    const after = describeEntry(entry);
    if (before === after) continue;
    if (!PLAIN.test(before) || entry.kind !== before.slice(0, before.indexOf(" ")))
      return { why: `${path} is of another kind` };
    if (isDeciding(path, before.slice(before.indexOf(" ") + 1) as ContentId, context))
      return { why: `${path} decides what others mean` };
    changed.push(path);
  }
  return { changed };
}

const NAMES = /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$|^\.verification\./;

/** Whether a file says more than what those take from it who refer to it. */
function isDeciding(path: RepoPath, before: ContentId, { graph, extractionOf }: ChangeContext): boolean {
  if (NAMES.test(path) || isLockfile(path) || findConfigurationFiles([path]).all().length > 0) return true;
  const was = extractionOf(path, before);
  return was === undefined || [was, graph.extraction(path)].some(speaksToOthers);
}

function speaksToOthers({ ambient, aliases, declares }: Extraction): boolean {
  return ambient !== undefined || aliases !== undefined || declares !== undefined;
}
