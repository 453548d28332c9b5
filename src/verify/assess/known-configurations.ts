import type { KnownConfigurations } from "../../config/known-configuration.ts";
import type { ConfigInput } from "../../config/schema/schema.ts";
import { openKeptFact } from "../../store/kept/kept-fact.ts";

const FILE = { name: "configuration.sealed", what: "configuration that is valid" };

export interface OpenedConfigurations extends KnownConfigurations {
  /** Writes what `keep` was given. Call it only after making sure that the checkout's own directory may be written to. */
  readonly write: () => void;
}

/** The configuration of a checkout that was last found valid. */
export function openKnownConfigurations(root: string): OpenedConfigurations | undefined {
  const kept = openKeptFact(root, FILE);
  if (kept === undefined) return undefined;
  let found: (() => void) | null = null;
  return {
    find: (digest) => kept.find(digest) as ConfigInput | undefined,
    keep: (digest, input) => {
      found = () => kept.keep(digest, input);
    },
    write: () => found?.(),
  };
}
