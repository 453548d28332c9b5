import { directoriesOf } from "../../paths/directories.ts";
import { listAccesses } from "../../paths/path-sets.ts";
import { absoluteOf, isInPackages, isSystem } from "../../paths/places.ts";
import type { StoredVerdict } from "../../store/records/records.ts";
import { findLandmarks } from "../../trace/trace-world.ts";
import type { Access } from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../vocabulary/tree/path.ts";
import type { Assessment } from "../assess.ts";

/**
 * What the verdicts that hold after a run were seen to depend on and no snapshot has: files that git ignores, and files
 * elsewhere. Installed packages, what git keeps for itself and what the system brings along are left out.
 */
export function listSeenBeside(
  { config, scope, store, tree }: Pick<Assessment, "config" | "scope" | "store" | "tree">,
  kept: ReadonlyMap<Fingerprint, StoredVerdict>,
  env: NodeJS.ProcessEnv,
): ReadonlyMap<string, Access> {
  const landmarks = findLandmarks(config.root, env);
  const { files } = tree.snapshot;
  const directories = directoriesOf(files.keys());
  const standing = [...scope.units.values()]
    .flat()
    .flatMap(({ unit, decision }) => (decision === "stand" ? [unit.pathSet.set] : []));
  const fresh = store.pathSets.getMany([...new Set([...kept.values()].map(({ pathSet }) => pathSet))]);
  const found = new Map<string, Access>();
  for (const set of new Set([...standing, ...fresh.values()]))
    for (const [place, access] of listAccesses(set)) {
      if (place === "." || files.has(place as RepoPath) || directories.has(place)) continue;
      if (!isInPackages(place) && !isSystem(place) && !place.startsWith(".git/"))
        found.set(absoluteOf(place, landmarks), access);
    }
  return found;
}
