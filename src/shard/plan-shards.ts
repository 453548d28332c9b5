import { randomBytes } from "node:crypto";
import { succeed } from "../values/succeed.ts";
import { assess } from "../verify/assess.ts";
import type { AssessOptions } from "../verify/assess/assess-options.ts";
import { closeStore } from "../verify/repository-store.ts";
import { ENGINE } from "../vocabulary/engine.ts";
import type { Result } from "../vocabulary/failure.ts";
import { createEstimate } from "./estimate-units.ts";
import { type AskedFor, asOptions, type ShardPlan } from "./shard-plan.ts";
import { countShards, splitWork, type Work } from "./split-work.ts";

export interface ShardRequest {
  readonly asked: AskedFor;
  /** How many, or how long each may take, in milliseconds. */
  readonly shards: number | { readonly target: number };
}

/** Freezes what must run now, and splits it. Runs nothing. */
export async function planShards(
  { asked, shards }: ShardRequest,
  options: AssessOptions,
): Promise<Result<ShardPlan>> {
  const assessed = await assess({ ...options, ...asOptions(asked), pull: true });
  if (!assessed.ok) return assessed;
  const { plan, store, tree } = assessed.value;
  const estimate = createEstimate(store);
  const running = plan.checks.flatMap((planned) => (planned.decision === "run" ? [planned] : []));
  const work = running.flatMap(({ check, units }): Work[] =>
    units.flatMap(({ target, decision }) =>
      decision === "run" ? [{ check, target, estimate: estimate(check, target) }] : [],
    ),
  );
  const isRunning = new Set(running.map(({ check }) => check));
  const dependencies = new Map(
    running.map(({ check, dependsOn }) => [check, dependsOn.filter((name) => isRunning.has(name))]),
  );
  closeStore(store, options.onEvent);
  const count = typeof shards === "number" ? shards : countShards(work, dependencies, shards.target);
  return succeed({
    schemaVersion: 1,
    engine: ENGINE,
    id: randomBytes(8).toString("hex"),
    commit: tree.snapshot.commit ?? "",
    asked,
    shards: splitWork(work, dependencies, count),
  });
}
