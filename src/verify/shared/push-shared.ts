import { isFromElsewhere, provenanceOf } from "../../checks/origins.ts";
import { asTravelling, type BundleContent } from "../../shared/bundle/bundle.ts";
import { pushBundles, type Pushed } from "../../shared/push.ts";
import type { StoredVerdict } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { runGit } from "../../system/git/git.ts";
import { groupBy } from "../../values/group-by.ts";
import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import type { Assessment } from "../assess.ts";
import type { SharedCache } from "./open-shared-cache.ts";
import { TIME } from "./pull-shared.ts";

export interface PushRequest {
  readonly runId: string;
  /** The verdicts of this run; null for every current verdict that was made here. */
  readonly fresh: readonly Fingerprint[] | null;
}

/** What was written, or why nothing was. */
export type PushOutcome = Pushed | { readonly why: string };

type Writing = Extract<SharedCache["writing"], { scope: string }>;

/** Uploads verdicts for others. Signs only verdicts that this machine made itself. */
export async function pushShared(assessment: Assessment, request: PushRequest): Promise<PushOutcome> {
  const { shared, store, scope } = assessment;
  if (shared === null) return { why: "no shared cache is declared" };
  if ("problem" in shared) return { why: shared.problem };
  const { writing } = shared;
  if ("why" in writing) return writing;
  if (writing.scope === shared.base && !(await isOnBase(assessment, shared)))
    return { why: `this commit is not on origin/${shared.base}, so nothing is written for ${shared.base}` };
  const listCached = (): readonly Fingerprint[] =>
    [...scope.units.values()].flatMap((list) =>
      [...list].flatMap((each) => (each.decision === "stand" ? [each.verdict.fingerprint] : [])),
    );
  const isFresh = new Set(request.fresh ?? []);
  const isOwn = (verdict: StoredVerdict): boolean =>
    verdict.isShareable &&
    (isFresh.has(verdict.fingerprint) || wasReachedFor(verdict, writing, { store, base: shared.base }));
  const find = (fingerprints: readonly Fingerprint[]): ReadonlyMap<string, readonly StoredVerdict[]> =>
    groupBy([...store.verdicts.findMany(fingerprints).values()].filter(isOwn), ({ check }) => check);
  const fresh = find(request.fresh ?? listCached());
  if (fresh.size === 0) return { verdicts: 0, bundles: 0, bytes: 0, trouble: null };
  return pushBundles({
    ...shared,
    ...writing,
    writers: shared.writers(writing.scope),
    runId: request.runId,
    at: Date.now(),
    fresh: new Map([...fresh].map(([check, verdicts]) => [check, pack(verdicts, store)])),
    whole: (check) => {
      const all = find([...new Set([...listCached(), ...isFresh])]).get(check);
      return all === undefined ? null : pack(all, store);
    },
    isWhole: request.fresh === null,
    time: TIME,
  });
}

/**
 * Verdicts for the base branch come only from commits that it contains: a change under review writes to its
 * own scope.
 */
async function isOnBase({ config, tree }: Assessment, { base }: Pick<SharedCache, "base">): Promise<boolean> {
  const { commit } = tree.snapshot;
  if (commit === null) return false;
  const args = ["merge-base", "--is-ancestor", commit, `refs/remotes/origin/${base}`];
  return (await runGit({ root: config.root, args })).ok;
}

/**
 * Whether a verdict of an earlier run may be signed again: it has the same scope and writer, or was made on
 * that scope here.
 */
function wasReachedFor(
  { origin, runId }: StoredVerdict,
  { scope, key }: Writing,
  { store, base }: { readonly store: Store; readonly base: string },
): boolean {
  const from = provenanceOf(origin);
  if (from !== null) return from.writer === key.id && from.scope === scope;
  if (isFromElsewhere(origin)) return false;
  return scope !== base || store.history.getRun(runId)?.branch === scope;
}

function pack(verdicts: readonly StoredVerdict[], store: Store): BundleContent {
  const sets = store.pathSets.getMany([...new Set(verdicts.map(({ pathSet }) => pathSet))]);
  const known = verdicts.filter(({ pathSet }) => sets.has(pathSet));
  return { pathSets: [...sets.values()], verdicts: known.map(asTravelling) };
}
