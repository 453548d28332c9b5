import { identifyPathSet } from "../../paths/path-sets.ts";
import type { PathSet, PathSetId } from "../../vocabulary/tree/path-set.ts";
import { pathSet } from "../database/shapes.ts";
import type { PathSets } from "../store.ts";
import type { DocumentTable } from "./documents.ts";

/** Path sets, each stored once, under an id computed from its content. */
export function createPathSets(documents: DocumentTable): PathSets {
  return {
    getMany(ids) {
      const found = new Map<PathSetId, PathSet>();
      for (const [id, value] of documents.getMany(ids))
        if (pathSet(value) && identifyPathSet(value) === id) found.set(id as PathSetId, value);
      return found;
    },
    putMany: (sets) => documents.putMany(sets.map((set) => [identifyPathSet(set), set] as const)),
  };
}
