import type { NamedPathSet } from "../tree/path-set.ts";
import type { Fingerprint } from "../tree/path.ts";
import type { Target } from "./unit.ts";

/** The record of a unit on the machine that ran it. */
export interface KnownElsewhere {
  /** What its command was seen to read; null if it was not watched, so that the prediction counts. */
  readonly set: NamedPathSet | null;
  readonly fingerprint: Fingerprint;
}

/** Another machine on which a command ran. Its fingerprints are those that the units have here. */
export interface Elsewhere {
  readonly worker: string;
  readonly known: ReadonlyMap<Target, KnownElsewhere>;
}
