import type { NamedPathSet } from "../tree/path-set.ts";
import type { Fingerprint } from "../tree/path.ts";
import type { Target } from "./unit.ts";

/** What a unit is known by on the machine that ran it. */
export interface KnownElsewhere {
  /** What its command was seen to look at; null where it was not watched, and goes by what is predicted. */
  readonly set: NamedPathSet | null;
  readonly fingerprint: Fingerprint;
}

/** Another machine on which a command ran. Its fingerprints are those that the units have here. */
export interface Elsewhere {
  readonly worker: string;
  readonly known: ReadonlyMap<Target, KnownElsewhere>;
}
