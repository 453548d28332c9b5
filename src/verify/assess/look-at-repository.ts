import { detectChanges } from "../../detect/change-set.ts";
import { createSecondLook } from "../../detect/second-look.ts";
import type { SnapshotOptions } from "../../detect/snapshot.ts";
import { createEarlierNames, type EarlierName } from "../../scope/earlier-names.ts";
import { findKnownIndex, type LeftState, readKeptState } from "../../shortcut/open-kept.ts";
import { createSketchCache, createStatIndex } from "../../store/database/adapters.ts";
import { createNullStore } from "../../store/null-store.ts";
import type { Store } from "../../store/store.ts";
import type { ChangeSet } from "../../vocabulary/tree/change-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import type { AssessOptions } from "./assess-options.ts";
import { listExcluded, lookAtTree } from "../observe/observe-tree.ts";
import { listBaselines } from "../record/baselines.ts";
import { openOwnRecords, openRepositoryStore } from "../repository-store.ts";
import {
  admitOrigins,
  type NoSharedCache,
  openSharedCache,
  type SharedCache,
} from "../shared/open-shared-cache.ts";
import type { Request } from "./open-request.ts";

/** What is stored, where verdicts are shared, and whether they are kept. */
export interface Stores {
  readonly store: Store;
  /** Where verdicts are shared with other machines; null if they are not. */
  readonly shared: SharedCache | NoSharedCache | null;
  /** Whether verdicts are kept for later runs. */
  readonly isKeeping: boolean;
}

/**
 * Whether this checkout may keep what saves the next run work. A store that came with the repository is not
 * touched.
 */
export function mayWrite({ store, isKeeping }: Pick<Stores, "store" | "isKeeping">): boolean {
  return isKeeping && store.warnings.length === 0;
}

export async function openStores({ config, env }: Request, options: AssessOptions): Promise<Stores> {
  const isKeeping = config.incremental.enabled && options.skipCache !== true;
  if (!isKeeping) return { store: createNullStore(openOwnRecords(config)), shared: null, isKeeping };
  const shared = await openSharedCache(config, env);
  const store = await openRepositoryStore(config, {
    create: options.isRun === true || options.pull === true,
    admits: admitOrigins(shared),
  });
  return { store, shared, isKeeping };
}

/** The current tree, and what changed in it. */
export interface Repository {
  /** Tells whether another run has found something since this one began. */
  readonly lastRunEdition: string;
  /** The state that the last run left, or why everything is looked at. */
  readonly left: LeftState | { readonly why: string };
  readonly snapshot: Snapshot;
  /** Takes another snapshot in the same way as the first. */
  readonly lookAgain: () => Promise<Snapshot>;
  /** Whether every snapshot so far equals the assessed one. */
  readonly isUnmoved: () => boolean;
  readonly stats: ReturnType<typeof createStatIndex>;
  readonly against: ReturnType<typeof listBaselines> | { readonly commit: string };
  readonly changes: ChangeSet;
  /** Earlier names of a file, the latest first. Works while the store is open. */
  readonly earlierNames: (path: RepoPath) => readonly EarlierName[];
}

interface RepositoryOptions extends AssessOptions {
  readonly isFromChange: boolean;
  /** What git was asked before the store was opened. */
  readonly begun: SnapshotOptions["begun"];
}

export async function lookAtRepository(
  { config, env, baseline }: Request,
  store: Store,
  { onEvent, isFromChange, begun }: RepositoryOptions,
): Promise<Repository> {
  const lastRunEdition = store.lastRun.edition();
  const left = isFromChange
    ? readKeptState(store, { config, env, edition: lastRunEdition })
    : { why: "everything is looked at" };
  const stats = createStatIndex(store);
  const look = (): Promise<Snapshot> => lookAtTree(config, stats.index);
  const known = findKnownIndex(left);
  onEvent?.({ type: "looking", at: "files" });
  const snapshot = await lookAtTree(config, stats.index, { begun, known });
  const against = baseline === null ? listBaselines(config, store) : { commit: baseline };
  const exclude = listExcluded(config);
  const renames = { threshold: config.incremental.similarityThreshold, sketches: createSketchCache(store) };
  const changes = await detectChanges({ snapshot, against, exclude, renames });
  return {
    lastRunEdition,
    left,
    snapshot,
    ...createSecondLook(snapshot, look),
    stats,
    against,
    changes,
    earlierNames: createEarlierNames(changes.renamed, () => store.history.listRenames()),
  };
}
