import type { TrustedKey } from "../trust/keys.ts";
import { LIMITS } from "../limits.ts";
import {
  LISTING_DOMAIN,
  LISTING_VERSION,
  type ListedBundle,
  type ListedWriter,
  type ListingPlace,
} from "./listing.ts";

/** The content of an index: the bundles of all trusted writers, and the segments of all writers. */
export interface ReadListing {
  readonly believed: ReadonlyMap<string, readonly ListedBundle[]>;
  /** Everything with a valid form, to be kept when the index is written again. */
  readonly segments: readonly ListedWriter[];
  /** How many writers are not trusted. */
  readonly refused: number;
  readonly isDamaged: boolean;
}

export const EMPTY_LISTING: ReadListing = { believed: new Map(), segments: [], refused: 0, isDamaged: false };

/** Reads an index from a storage. */
export function readListing(
  bytes: Buffer,
  place: ListingPlace,
  writers: (id: string) => TrustedKey | string,
): ReadListing {
  const segments = readSegments(bytes);
  if (segments === null) return { ...EMPTY_LISTING, isDamaged: true };
  const believed = new Map<string, readonly ListedBundle[]>();
  const kept: ListedWriter[] = [];
  for (const segment of segments) {
    const key = writers(segment.writer);
    if (typeof key === "string" || believed.has(segment.writer)) continue;
    const signature = Buffer.from(segment.signature, "base64");
    if (!key.hasSigned(signedParts(segment, place), signature)) continue;
    believed.set(segment.writer, readBundles(segment.bundles));
    kept.push(segment);
  }
  return { believed, segments: kept, refused: segments.length - kept.length, isDamaged: false };
}

export function signedParts(
  { writer, bundles }: Pick<ListedWriter, "writer" | "bundles">,
  { repository, scope }: ListingPlace,
): readonly string[] {
  return [LISTING_DOMAIN, String(LISTING_VERSION), repository, scope, writer, bundles];
}

function readSegments(bytes: Buffer): readonly ListedWriter[] | null {
  try {
    const value = JSON.parse(bytes.toString("utf8")) as { version?: unknown; writers?: unknown } | null;
    if (value?.version !== LISTING_VERSION || !Array.isArray(value.writers)) return null;
    return (value.writers as unknown[]).slice(0, LIMITS.writers).filter(isSegment);
  } catch {
    return null;
  }
}

function isSegment(value: unknown): value is ListedWriter {
  return hasTexts(value, ["writer", "bundles", "signature"]);
}

function readBundles(json: string): readonly ListedBundle[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? (value as unknown[]).slice(0, LIMITS.entries).filter(isBundle) : [];
  } catch {
    return [];
  }
}

function isBundle(value: unknown): value is ListedBundle {
  if (!hasTexts(value, ["id", "check", "runId", "keys"])) return false;
  const { id, at, bytes } = value as unknown as ListedBundle;
  return /^[0-9a-f]{64}$/.test(id) && Number.isFinite(at) && Number.isSafeInteger(bytes) && bytes > 0;
}

function hasTexts(value: unknown, names: readonly string[]): value is Record<string, string> {
  return (
    typeof value === "object" &&
    value !== null &&
    names.every((name) => typeof (value as Record<string, unknown>)[name] === "string")
  );
}
