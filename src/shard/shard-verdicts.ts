import { asTravelling } from "../shared/bundle/bundle.ts";
import { openBundle } from "../shared/bundle/open-bundle.ts";
import { sealBundle } from "../shared/bundle/seal-bundle.ts";
import { LIMITS } from "../shared/limits.ts";
import { createSigningKey, readPublicKey } from "../shared/trust/keys.ts";
import { createWriters } from "../shared/writers.ts";
import { arrayOf, object, type IsShaped, string } from "../store/database/shape.ts";
import { sharedContent } from "../store/database/shapes.ts";
import type { StoredVerdict } from "../store/records/records.ts";
import { groupBy } from "../values/group-by.ts";
import type { Assessment } from "../verify/assess.ts";
import { ENGINE } from "../vocabulary/engine.ts";
import type { PathSet } from "../vocabulary/tree/path-set.ts";
import type { Fingerprint } from "../vocabulary/tree/path.ts";
import { type AskedFor, askedFor, type ShardPlan } from "./shard-plan.ts";

/** What a shard leaves behind for the merge. */
export interface ShardOutput {
  readonly schemaVersion: 1;
  readonly engine: string;
  readonly planId: string;
  readonly asked: AskedFor;
  readonly index: number;
  readonly runId: string;
  /** Only for this run: it shows that the content is complete, not who wrote it. */
  readonly key: string;
  /** In base64. */
  readonly bundles: readonly string[];
}

const SCOPE = "shard";

/** Everything that is known about the units of a shard: what it ran, and what was known already. */
export function packShard(
  { store, scope }: Assessment,
  reached: { readonly runId: string; readonly fingerprints: readonly Fingerprint[] },
  { plan, index }: { readonly plan: ShardPlan; readonly index: number },
): ShardOutput {
  const { key } = createSigningKey();
  const shardTargets = new Map(
    (plan.shards[index - 1]?.work ?? []).map(({ check, targets }) => [check, new Set<string>(targets)]),
  );
  const cached = [...scope.units].flatMap(([check, list]) =>
    [...list].flatMap((each) =>
      each.decision === "stand" && shardTargets.get(check)?.has(each.unit.target) === true
        ? [each.verdict.fingerprint]
        : [],
    ),
  );
  const found = [...store.verdicts.findMany([...cached, ...reached.fingerprints]).values()];
  const sets = store.pathSets.getMany([...new Set(found.map(({ pathSet }) => pathSet))]);
  const kept = found.filter(({ isShareable, pathSet }) => isShareable && sets.has(pathSet));
  const at = Date.now();
  const bundles = [...groupBy(kept, ({ check }) => check)].flatMap(([check, verdicts]) =>
    inParts(verdicts).map((part) => {
      const used = new Set(part.map(({ pathSet }) => pathSet));
      const content = {
        pathSets: [...sets].flatMap(([id, set]) => (used.has(id) ? [set] : [])),
        verdicts: part.map(asTravelling),
      };
      const label = { repository: plan.id, scope: SCOPE, check, runId: reached.runId, at };
      return sealBundle(content, label, key).toString("base64");
    }),
  );
  const { id: planId, asked } = plan;
  const output = { planId, asked, index, runId: reached.runId, key: key.publicText, bundles };
  return { schemaVersion: 1, engine: ENGINE, ...output };
}

function inParts<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / LIMITS.verdicts) }, (_, part) =>
    all.slice(part * LIMITS.verdicts, (part + 1) * LIMITS.verdicts),
  );
}

const shardOutput: IsShaped<ShardOutput> = object<ShardOutput>({
  schemaVersion: (value): value is 1 => value === 1,
  engine: string,
  planId: string,
  asked: askedFor,
  index: (value): value is number => Number.isSafeInteger(value),
  runId: string,
  key: string,
  bundles: arrayOf(string),
});

export interface OpenedShard {
  readonly output: ShardOutput;
  readonly verdicts: readonly Omit<StoredVerdict, "origin" | "lastUsedAt">[];
  readonly pathSets: readonly PathSet[];
}

/** Opens the output of a shard; null if it is incomplete, or of another version. */
export function openShard(text: string): OpenedShard | null {
  let output: unknown;
  try {
    output = JSON.parse(text);
  } catch {
    return null;
  }
  if (!shardOutput(output) || output.engine !== ENGINE) return null;
  const key = readPublicKey(output.key);
  if (key === null) return null;
  const writers = createWriters([key], "")(SCOPE);
  const options = { repository: output.planId, scope: SCOPE, writers, isContent: sharedContent };
  const opened = output.bundles.map((each) => openBundle(Buffer.from(each, "base64"), options));
  const contents = opened.flatMap((each) => ("content" in each ? [each.content] : []));
  if (contents.length < opened.length) return null;
  return {
    output,
    verdicts: contents.flatMap(({ verdicts }) => verdicts),
    pathSets: contents.flatMap(({ pathSets }) => pathSets),
  };
}
