import type { ShareScope } from "../../vocabulary/verdict/shared-cache.ts";

export const LISTING_VERSION = 1;
export const LISTING_DOMAIN = "incremental-verification index";

/** One bundle, as the index of its scope names it. */
export interface ListedBundle {
  /** The digest of its bytes, and its name. */
  readonly id: string;
  readonly check: string;
  readonly runId: string;
  readonly at: number;
  readonly bytes: number;
  /** Short forms of the weak keys in it, in one text. */
  readonly keys: string;
}

/** What one writer says there is. Somebody else's word is not believed, and not needed. */
export interface ListedWriter {
  readonly writer: string;
  /** JSON of bundles, as it was signed. */
  readonly bundles: string;
  /** In base64. */
  readonly signature: string;
}

/** Whose index it is. */
export interface ListingPlace {
  readonly repository: string;
  readonly scope: ShareScope;
}
