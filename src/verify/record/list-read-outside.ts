import { madeOf, packedOf } from "../../values/packed-list.ts";
import { directoriesOfFiles } from "../../paths/directories.ts";
import { listAccesses } from "../../paths/path-sets.ts";
import { absoluteOf, isInPackages, isSystem } from "../../paths/places.ts";
import type { StoredVerdict } from "../../store/records/records.ts";
import { findLandmarks } from "../../trace/trace-world.ts";
import type { Access } from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../vocabulary/tree/path.ts";
import type { Assessment } from "../assess.ts";

/**
 * The files outside the snapshot that current verdicts were seen to depend on: ignored files, and files
 * elsewhere. Leaves out installed packages, git's own files and system files.
 */
export function listSeenBeside(
  { config, scope, store, tree }: Pick<Assessment, "config" | "scope" | "store" | "tree">,
  kept: ReadonlyMap<Fingerprint, StoredVerdict>,
  env: NodeJS.ProcessEnv,
): ReadonlyMap<string, Access> {
  const landmarks = findLandmarks(config.root, env);
  const { files } = tree.snapshot;
  const directories = directoriesOfFiles(files);
  const cached = [...scope.units.values()].flatMap((list) => [
    ...madeOf(list).flatMap(({ unit, decision }) => (decision === "stand" ? [unit.pathSet.set] : [])),
    ...(packedOf(list)?.pathSets ?? []).map(({ set }) => set),
  ]);
  const fresh = store.pathSets.getMany([...new Set([...kept.values()].map(({ pathSet }) => pathSet))]);
  const found = new Map<string, Access>();
  for (const set of new Set([...cached, ...fresh.values()]))
    for (const [place, access] of listAccesses(set)) {
      if (place === "." || files.has(place as RepoPath) || directories.has(place)) continue;
      if (!isInPackages(place) && !isSystem(place) && !place.startsWith(".git/"))
        found.set(absoluteOf(place, landmarks), access);
    }
  return found;
}
