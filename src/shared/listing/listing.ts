import type { ShareScope } from "../../vocabulary/verdict/shared-cache.ts";

export const LISTING_VERSION = 1;
export const LISTING_DOMAIN = "incremental-verification index";

/** One bundle in the index of its scope. */
export interface ListedBundle {
  /** The digest of its bytes, and its name. */
  readonly id: string;
  readonly check: string;
  readonly runId: string;
  readonly at: number;
  readonly bytes: number;
  /** Short forms of its weak keys, in one text. */
  readonly keys: string;
}

/** The bundles of one writer. Nobody else can speak for it, or needs to. */
export interface ListedWriter {
  readonly writer: string;
  /** JSON of the bundles, as signed. */
  readonly bundles: string;
  /** In base64. */
  readonly signature: string;
}

/** The repository and scope of an index. */
export interface ListingPlace {
  readonly repository: string;
  readonly scope: ShareScope;
}
