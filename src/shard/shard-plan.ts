import {
  arrayOf,
  literal,
  number,
  object,
  optional,
  type IsShaped,
  string,
} from "../store/database/shape.ts";
import { readSmallFile } from "../system/files/small-file.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { AssessOptions } from "../verify/assess/assess-options.ts";
import { ENGINE } from "../vocabulary/engine.ts";
import type { Result } from "../vocabulary/failure.ts";
import { MODES, type RequestedMode } from "../vocabulary/run/verification-result.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";

/** The request for which the plan was made: every shard and the merge repeat it. */
export interface AskedFor {
  readonly mode: RequestedMode;
  readonly paths: readonly string[];
  readonly checks: readonly string[];
  readonly tags: readonly string[];
  readonly categories: readonly string[];
  readonly skills: readonly string[];
  readonly triggers: readonly string[];
  readonly profiles: readonly string[];
  readonly configFile?: string | undefined;
}

/** One part of the work: which units of which checks. */
export interface Shard {
  readonly work: readonly { readonly check: string; readonly targets: readonly Target[] }[];
  /** How long it takes, according to earlier runs, in milliseconds. */
  readonly estimate: number;
}

/** A plan that no longer changes, however late its parts start. */
export interface ShardPlan {
  readonly schemaVersion: 1;
  readonly engine: string;
  readonly id: string;
  readonly commit: string;
  readonly asked: AskedFor;
  readonly shards: readonly Shard[];
}

const texts = arrayOf(string);
export const askedFor: IsShaped<AskedFor> = object<AskedFor>({
  mode: literal(...MODES),
  paths: texts,
  checks: texts,
  tags: texts,
  categories: texts,
  skills: texts,
  triggers: texts,
  profiles: texts,
  configFile: optional(string) as IsShaped<string>,
});

const shardPlan: IsShaped<ShardPlan> = object<ShardPlan>({
  schemaVersion: (value): value is 1 => value === 1,
  engine: string,
  id: string,
  commit: string,
  asked: askedFor,
  shards: arrayOf(
    object<Shard>({
      work: arrayOf(
        object<Shard["work"][number]>({ check: string, targets: arrayOf(string as IsShaped<Target>) }),
      ),
      estimate: number,
    }),
  ),
});

const MOST_BYTES = 128 * 1024 * 1024;

/** Reads a plan that `shard plan` wrote. */
export function readShardPlan(path: string): Result<ShardPlan> {
  const read = readSmallFile(path, MOST_BYTES);
  if (typeof read === "string")
    return fail({ kind: "usage", message: "The plan cannot be read.", value: path, expected: EXPECTED });
  try {
    const plan: unknown = JSON.parse(read.text);
    if (shardPlan(plan) && plan.engine === ENGINE) return succeed(plan);
    const isOther = shardPlan(plan);
    const message = isOther ? "The plan is from another version of verification." : "This is not a plan.";
    return fail({ kind: "usage", message, value: path, expected: EXPECTED });
  } catch {
    return fail({ kind: "usage", message: "This is not a plan.", value: path, expected: EXPECTED });
  }
}

const EXPECTED = "a file written by `verification shard plan -o <file>` of this version";

/** The request as options of an assessment. */
export function asOptions({ configFile, ...asked }: AskedFor): Partial<AssessOptions> {
  return { ...asked, ...(configFile === undefined ? {} : { configFile }) };
}
