import type { HistoryLimits } from "./history.ts";

export interface StoreOptions {
  /** Absolute. Made where it is missing. */
  readonly dir: string;
  /** The engine's version. */
  readonly engine: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What was not used for so long may be pruned. It never decides whether a verdict stands. */
  readonly ttlDays: number;
  /** For what can be reused. History is limited by number, apart from this. */
  readonly maxBytes: number;
  /** How long to wait for another process, in milliseconds: once, not for each write. 10 seconds unless given. */
  readonly patience?: number;
  readonly history?: Partial<HistoryLimits>;
}
