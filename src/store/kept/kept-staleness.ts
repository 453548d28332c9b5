import type { KeptRecords } from "../store.ts";
import { readSealed, type SealedFile, type SealedPlace, writeSealed } from "./sealed-json.ts";

const KEPT_STALENESS: SealedFile = {
  name: "staleness.sealed",
  what: "how far items lie back",
  limit: 64 * 1024 * 1024,
};

/** How many commits the items of a checkout are behind, with what that was computed from. */
export function createKeptStaleness(place: SealedPlace): KeptRecords {
  return {
    read: () => readSealed(place, KEPT_STALENESS),
    write: (value) => writeSealed(place, KEPT_STALENESS, value) !== null,
  };
}
