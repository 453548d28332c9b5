import { join } from "node:path";
import { touchStamp } from "../system/touch-stamp.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Snapshot } from "../vocabulary/snapshot.ts";

/**
 * Notes how the files of a snapshot are now, and answers later which of them were changed or touched since, and
 * which appeared or went. A file that was changed and changed back counts: a command may have seen it changed.
 */
export function watchTree(
  snapshot: Snapshot,
  lookAgain: () => Promise<Snapshot>,
): () => Promise<ReadonlySet<RepoPath>> {
  const stamps = new Map<RepoPath, string>();
  for (const path of snapshot.files.keys()) stamps.set(path, touchStamp(join(snapshot.root, path)));
  return async () => {
    const touched = new Set<RepoPath>();
    for (const [path, stamp] of stamps)
      if (touchStamp(join(snapshot.root, path)) !== stamp) touched.add(path);
    const now = await lookAgain();
    for (const [path, entry] of now.files) {
      const before = snapshot.files.get(path);
      if (before?.id !== entry.id || before.kind !== entry.kind) touched.add(path);
    }
    for (const path of snapshot.files.keys()) if (!now.files.has(path)) touched.add(path);
    for (const path of now.unreadable) touched.add(path);
    return touched;
  };
}
