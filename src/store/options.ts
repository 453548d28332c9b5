import type { Origin } from "../vocabulary/verdict/origin.ts";
import type { StoreKey } from "./key.ts";
import type { StorePlace } from "./place.ts";
import type { HistoryLimits } from "./records/run-history.ts";

export interface StoreOptions {
  readonly place: StorePlace;
  readonly key: StoreKey;
  /** Whether a store is made if there is none. Anyone who only looks leaves no trace. */
  readonly create: boolean;
  /** What lies around the tree of the checkout, as a digest. */
  readonly surroundings: string;
  /** Whether a verdict of this origin may be used; those of this machine may, by default. */
  readonly admits?: (origin: Origin) => boolean;
  /** The engine's version. */
  readonly engine: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What was not used for so long may be pruned. It never decides whether a verdict stands. */
  readonly ttlDays: number;
  /** For what can be reused. History is limited by number, apart from this. */
  readonly maxBytes: number;
  /** How long to wait for another process, in milliseconds: once, not for each write. 10 seconds by default. */
  readonly patience?: number;
  /** What there is to say already. */
  readonly warnings?: readonly string[];
  readonly history?: Partial<HistoryLimits>;
}
