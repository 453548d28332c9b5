import { hash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { ShareScope } from "../vocabulary/verdict/shared-cache.ts";
import type { BundleContent } from "./bundle/bundle.ts";
import { sealBundle } from "./bundle/seal-bundle.ts";
import { LIMITS } from "./limits.ts";
import type { ListedBundle } from "./listing/listing.ts";
import { EMPTY_LISTING, type ReadListing, readListing } from "./listing/read-listing.ts";
import { packKeys } from "./listing/short-keys.ts";
import { addBundles, nameListing, writeListing } from "./listing/write-listing.ts";
import { isTrouble, type Transport, type Trouble } from "./transport/transport.ts";
import type { SigningKey } from "./trust/keys.ts";
import type { Writers } from "./writers.ts";

export interface PushOptions {
  readonly transport: Transport;
  readonly repository: string;
  readonly scope: ShareScope;
  readonly key: SigningKey;
  readonly writers: Writers;
  readonly runId: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** New verdicts, by check. */
  readonly fresh: ReadonlyMap<string, BundleContent>;
  /** Everything that counts now for a check, to replace many bundles; null if unknown. */
  readonly whole: (check: string) => BundleContent | null;
  /** Whether these replace everything that was there. */
  readonly isWhole: boolean;
  readonly time: PushTime;
}

export interface PushTime {
  readonly answer: number;
  readonly perMegabyte: number;
}

export interface Pushed {
  readonly verdicts: number;
  readonly bundles: number;
  readonly bytes: number;
  readonly trouble: string | null;
}

/** From this many bundles on, those of a check are written as one. */
export const MOST_BUNDLES = 8;
/** How often to write an index again that somebody else has replaced meanwhile. */
const ROUNDS = 3;

/** Writes what was verified here: first the bundles, then the index that names them. */
export async function pushBundles(options: PushOptions): Promise<Pushed> {
  const { transport, repository, scope, time } = options;
  const name = nameListing({ repository, scope });
  return transport.alone(name, async () => {
    const before = await readNow(options, AbortSignal.timeout(time.answer));
    if (isTrouble(before)) return failed(before);
    const ownBundles = before.believed.get(options.key.id) ?? [];
    const isReplaced = (check: string): boolean =>
      options.fresh.has(check) &&
      (options.isWhole || ownBundles.filter((each) => each.check === check).length >= MOST_BUNDLES);
    const made = [...options.fresh].flatMap(([check, content]) =>
      makeBundles(check, (isReplaced(check) ? options.whole(check) : null) ?? content, options),
    );
    const bytes = made.reduce((sum, each) => sum + each.bytes.length, 0);
    const end = AbortSignal.timeout(time.answer + Math.ceil(bytes / 1024 / 1024) * time.perMegabyte);
    const put = await Promise.all(made.map((each) => transport.put(each.listed.id, each.bytes, end)));
    const trouble = put.find(isTrouble);
    if (trouble !== undefined) return failed(trouble);
    const added = made.map(({ listed }) => listed);
    const listed = await putListing({ before, added, isReplaced, signal: end }, options);
    if (listed !== null) return failed(listed);
    return {
      verdicts: made.reduce((sum, each) => sum + each.verdicts, 0),
      bundles: made.length,
      bytes,
      trouble: null,
    };
  });
}

function failed({ trouble }: Trouble): Pushed {
  return { verdicts: 0, bundles: 0, bytes: 0, trouble };
}

interface Change {
  readonly before: ReadListing;
  readonly added: readonly ListedBundle[];
  readonly isReplaced: (check: string) => boolean;
  readonly signal: AbortSignal;
}

/** A server has no atomic update: another writer may replace the index at the same time. So it is read again. */
async function putListing(
  { before, added, isReplaced, signal }: Change,
  options: PushOptions,
): Promise<Trouble | null> {
  const { transport, repository, scope, key } = options;
  const place = { repository, scope };
  const ids = added.map(({ id }) => id);
  let known = before;
  for (let round = 0; round < ROUNDS; round++) {
    const ownBundles = addBundles(known.believed.get(key.id) ?? [], added, isReplaced);
    const put = await transport.put(
      nameListing(place),
      writeListing(known, ownBundles, { place, key }),
      signal,
    );
    if (isTrouble(put)) return put;
    const after = await readNow(options, signal);
    if (isTrouble(after)) return null;
    const there = new Set((after.believed.get(key.id) ?? []).map(({ id }) => id));
    if (ids.every((id) => there.has(id))) return null;
    known = after;
    await delay(20 * Math.random() * 2 ** round);
  }
  return null;
}

async function readNow(options: PushOptions, signal: AbortSignal): Promise<ReadListing | Trouble> {
  const { transport, repository, scope, writers } = options;
  const place = { repository, scope };
  const got = await transport.get(nameListing(place), LIMITS.indexBytes, signal);
  if (isTrouble(got)) return got;
  return got === "absent" ? EMPTY_LISTING : readListing(got.bytes, place, writers);
}

interface Made {
  readonly listed: ListedBundle;
  readonly bytes: Buffer;
  readonly verdicts: number;
}

/** As many as needed: each stays far below what a reader accepts. */
function makeBundles(check: string, content: BundleContent, options: PushOptions): readonly Made[] {
  const { repository, scope, runId, at, key } = options;
  const { verdicts } = content;
  const made: Made[] = [];
  for (let start = 0; start < verdicts.length; start += LIMITS.verdicts) {
    const some = verdicts.slice(start, start + LIMITS.verdicts);
    const label = { repository, scope, check, runId, at };
    const bytes = sealBundle({ ...content, verdicts: some }, label, key);
    if (bytes.length > LIMITS.bundleBytes) continue;
    const keys = packKeys(some.map(({ weakKey }) => weakKey));
    const id = hash("sha256", bytes, "hex");
    made.push({ listed: { id, check, runId, at, bytes: bytes.length, keys }, bytes, verdicts: some.length });
  }
  return made;
}
