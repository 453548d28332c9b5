import type { StoredVerdict } from "../../store/records/records.ts";
import type { PathSet } from "../../vocabulary/tree/path-set.ts";
import type { ShareScope } from "../../vocabulary/verdict/shared-cache.ts";

/** The version of the format. Other versions are not read. */
export const BUNDLE_VERSION = 1;
export const MAGIC: Buffer = Buffer.from("IVB1");
/** The first part of what is signed, so that a signature of something else is not valid for a bundle. */
export const BUNDLE_DOMAIN = "incremental-verification bundle";
export const SIGNATURE_BYTES = 64;

/** A verdict of the store, without the fields of this machine. */
export type TravellingVerdict = Omit<StoredVerdict, "origin" | "lastUsedAt">;

export function asTravelling(verdict: StoredVerdict): TravellingVerdict {
  const { origin: _, lastUsedAt: __, ...travelling } = verdict;
  return travelling;
}

export interface BundleContent {
  readonly pathSets: readonly PathSet[];
  readonly verdicts: readonly TravellingVerdict[];
}

/** The description of a bundle; all of it is signed. */
export interface BundleHeader {
  readonly version: number;
  readonly repository: string;
  readonly scope: ShareScope;
  readonly writer: string;
  readonly check: string;
  readonly runId: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly verdicts: number;
  /** A digest of all its fingerprints. */
  readonly fingerprints: string;
  /** Its size when unpacked. */
  readonly inflated: number;
}
