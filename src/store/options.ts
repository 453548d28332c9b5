import type { Origin } from "../vocabulary/verdict/origin.ts";
import type { StoreKey } from "./key.ts";
import type { StorePlace } from "./place.ts";
import type { HistoryLimits } from "./records/run-history.ts";

export interface StoreOptions {
  readonly place: StorePlace;
  readonly key: StoreKey;
  /** Whether to create a store if there is none. Commands that only read leave no trace. */
  readonly create: boolean;
  /** A digest of the surroundings of the checkout's tree. */
  readonly surroundings: string;
  /** Whether a verdict of this origin may be used. By default, verdicts of this machine may. */
  readonly admits?: (origin: Origin) => boolean;
  /** The engine's version. */
  readonly engine: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Entries that were not used for this long may be pruned. Never decides whether a verdict is valid. */
  readonly ttlDays: number;
  /** For entries that can be reused. History has its own limit, by number. */
  readonly maxBytes: number;
  /** How long to wait for another process, in milliseconds: once in total, not per write. Default: 10 seconds. */
  readonly patience?: number;
  /** Warnings from before the store was opened. */
  readonly warnings?: readonly string[];
  readonly history?: Partial<HistoryLimits>;
}
