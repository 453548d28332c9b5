import { hash } from "node:crypto";
import { LIMITS } from "../limits.ts";
import type { SigningKey } from "../trust/keys.ts";
import { LISTING_VERSION, type ListedBundle, type ListingPlace } from "./listing.ts";
import { signedParts, type ReadListing } from "./read-listing.ts";

/** The name of an index in a storage. */
export function nameListing({ repository, scope }: ListingPlace): string {
  return hash("sha256", JSON.stringify(["index", LISTING_VERSION, repository, scope]), "hex");
}

/** The index with this writer's current bundles; the segments of others stay unchanged. */
export function writeListing(
  known: ReadListing,
  bundles: readonly ListedBundle[],
  { place, key }: { readonly place: ListingPlace; readonly key: SigningKey },
): Buffer {
  const segment = { writer: key.id, bundles: JSON.stringify(bundles.slice(0, LIMITS.entries)) };
  const signature = key.sign(signedParts(segment, place)).toString("base64");
  const others = known.segments.filter(({ writer }) => writer !== key.id);
  const writers = [{ ...segment, signature }, ...others].slice(0, LIMITS.writers);
  return Buffer.from(JSON.stringify({ version: LISTING_VERSION, writers }));
}

/**
 * The bundles of a writer after another run, newest first. If a check has many bundles, `whole` provides one with
 * everything that counts now, to replace them.
 */
export function addBundles(
  known: readonly ListedBundle[],
  added: readonly ListedBundle[],
  isReplaced: (check: string) => boolean,
): readonly ListedBundle[] {
  const ids = new Set(added.map(({ id }) => id));
  const stay = known.filter(({ id, check }) => !ids.has(id) && !isReplaced(check));
  return [...added, ...stay].sort((one, other) => other.at - one.at).slice(0, LIMITS.entries);
}
