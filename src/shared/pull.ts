import { hash } from "node:crypto";
import type { WeakKey } from "../vocabulary/tree/path-set.ts";
import type { ShareScope } from "../vocabulary/verdict/shared-cache.ts";
import type { BundleContent, BundleHeader } from "./bundle/bundle.ts";
import { openBundle, type OpenBundleOptions, type BundleRefusal } from "./bundle/open-bundle.ts";
import { LIMITS } from "./limits.ts";
import type { ListedBundle } from "./listing/listing.ts";
import { EMPTY_LISTING, type ReadListing, readListing } from "./listing/read-listing.ts";
import { holdsAny, shortKey } from "./listing/short-keys.ts";
import { nameListing } from "./listing/write-listing.ts";
import { isTrouble, type Transport } from "./transport/transport.ts";
import type { Writers } from "./writers.ts";

export interface PullOptions extends Pick<OpenBundleOptions, "repository" | "isContent"> {
  readonly transport: Transport;
  readonly scopes: readonly ShareScope[];
  /** The trusted writers, by scope. */
  readonly writers: (scope: ShareScope) => Writers;
  /** Only bundles that may have a verdict with one of these are fetched. */
  readonly wanted: Iterable<WeakKey>;
  /** Whether a bundle was already taken over. */
  readonly isKnown: (id: string) => boolean;
  readonly time: PullTime;
}

/** How long it may take, in milliseconds. */
export interface PullTime {
  /** For all answers together, without the time to transfer them. */
  readonly answer: number;
  /** For each megabyte that the server announces. */
  readonly perMegabyte: number;
}

export interface Pulled {
  readonly bundles: readonly {
    readonly id: string;
    readonly header: BundleHeader;
    readonly content: BundleContent;
  }[];
  /** What was not read, by reason. */
  readonly refused: ReadonlyMap<BundleRefusal, number>;
  /** Why there is not more; null if nothing is missing. */
  readonly trouble: string | null;
  readonly requests: number;
  readonly bytes: number;
}

/** Reads useful verdicts of others. Trusts nothing but signatures. */
export async function pullBundles(options: PullOptions): Promise<Pulled> {
  const refused = new Map<BundleRefusal, number>();
  const refuse = (why: BundleRefusal): void => void refused.set(why, (refused.get(why) ?? 0) + 1);
  const { transport, scopes, time } = options;
  const start = performance.now();
  const late = AbortSignal.timeout(time.answer);
  const listings = await Promise.all(scopes.map((scope) => pullListing(scope, late, options)));
  for (const { listing } of listings) {
    for (let count = listing.refused; count > 0; count--) refuse("by an unknown writer");
    if (listing.isDamaged) refuse("damaged");
  }
  const troubles = listings.flatMap(({ trouble }) => trouble ?? []);
  const wanted = new Set([...options.wanted].map(shortKey));
  const chosen = chooseBundles(listings, wanted, options.isKnown);
  const total = chosen.reduce((sum, { listed }) => sum + listed.bytes, 0);
  const timeLeft = time.answer - (performance.now() - start) + (total / 1024 / 1024) * time.perMegabyte;
  const end = AbortSignal.timeout(Math.max(0, Math.ceil(timeLeft)));
  const got = await Promise.all(
    chosen.map(async ({ scope, listed }) => ({
      scope,
      listed,
      answer: await transport.get(listed.id, Math.min(listed.bytes, LIMITS.bundleBytes), end),
    })),
  );
  const bundles = got.flatMap(({ scope, listed, answer }) => {
    if (isTrouble(answer)) {
      troubles.push(answer.trouble);
      return [];
    }
    // It was removed to make room.
    if (answer === "absent") return [];
    if (hash("sha256", answer.bytes, "hex") !== listed.id) {
      refuse("damaged");
      return [];
    }
    const { repository, isContent } = options;
    const writers = options.writers(scope);
    const opened = openBundle(answer.bytes, { repository, scope, writers, isContent });
    if ("refused" in opened) {
      refuse(opened.refused);
      return [];
    }
    return [{ id: listed.id, ...opened }];
  });
  return {
    bundles,
    refused,
    trouble: troubles[0] ?? null,
    requests: listings.length + chosen.length,
    bytes: total,
  };
}

interface ScopeListing {
  readonly scope: ShareScope;
  readonly listing: ReadListing;
  readonly trouble: string | null;
}

async function pullListing(
  scope: ShareScope,
  signal: AbortSignal,
  { transport, repository, writers }: PullOptions,
): Promise<ScopeListing> {
  const place = { repository, scope };
  const answer = await transport.get(nameListing(place), LIMITS.indexBytes, signal);
  if (isTrouble(answer)) return { scope, listing: EMPTY_LISTING, trouble: answer.trouble };
  const listing = answer === "absent" ? EMPTY_LISTING : readListing(answer.bytes, place, writers(scope));
  return { scope, listing, trouble: null };
}

interface Chosen {
  readonly scope: ShareScope;
  readonly listed: ListedBundle;
}

/** The newest useful ones, up to a limit: all that mention a unit, even if they contradict one another. */
function chooseBundles(
  listings: readonly ScopeListing[],
  wanted: ReadonlySet<string>,
  isKnown: PullOptions["isKnown"],
): readonly Chosen[] {
  const found = listings
    .flatMap(({ scope, listing }) =>
      [...listing.believed.values()].flat().map((listed): Chosen => ({ scope, listed })),
    )
    .filter(({ listed }) => listed.bytes <= LIMITS.bundleBytes && holdsAny(listed.keys, wanted))
    .filter(({ listed }) => !isKnown(listed.id))
    .sort((one, other) => other.listed.at - one.listed.at);
  let bytes = 0;
  return found.slice(0, LIMITS.bundles).filter(({ listed }) => (bytes += listed.bytes) <= LIMITS.pulledBytes);
}
