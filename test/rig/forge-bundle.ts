import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sealBundle } from "../../src/shared/bundle/seal-bundle.ts";
import { asTravelling, type BundleContent } from "../../src/shared/bundle/bundle.ts";
import type { ListedBundle } from "../../src/shared/listing/listing.ts";
import { EMPTY_LISTING } from "../../src/shared/listing/read-listing.ts";
import { packKeys } from "../../src/shared/listing/short-keys.ts";
import { nameListing, writeListing } from "../../src/shared/listing/write-listing.ts";
import { identifyRepository } from "../../src/shared/trust/remote-repository.ts";
import { openRigStore } from "./open-rig-store.ts";
import type { Member, Team, Writer } from "./team.ts";

export function put(team: Team, name: string, bytes: Buffer): void {
  const file = join(team.cache, name.slice(0, 2), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

/** All verdicts that a clone has of a check, with the outcome that somebody wants. */
export async function contentOf(
  member: Member,
  status: "passed" | "failed",
  check = "files",
): Promise<BundleContent> {
  const store = await openRigStore(member.root, member.home);
  try {
    const verdicts = [...store.verdicts.latestMany(check).values()];
    const sets = store.pathSets.getMany(verdicts.map(({ pathSet }) => pathSet));
    return {
      pathSets: [...sets.values()],
      verdicts: verdicts.map((verdict) => ({
        ...asTravelling(verdict),
        status,
        exitCode: status === "passed" ? 0 : 1,
        findings: [],
      })),
    };
  } finally {
    store.close();
  }
}

export interface Forged {
  readonly content: BundleContent;
  readonly scope?: string;
  readonly repository?: string;
  readonly runId?: string;
}

/** Somebody's bundle, as anybody can make one who has a key, whoever believes it. */
export function sealFor(team: Team, writer: Writer, forged: Forged): { bytes: Buffer; listed: ListedBundle } {
  const { content, scope = "main", repository = identifyRepository(team.origin) } = forged;
  const [at, runId, check] = [Date.now(), forged.runId ?? "20260101-000000-abcdef", "files"];
  const bytes = sealBundle(content, { repository, scope, check, runId, at }, writer.key);
  return { bytes, listed: listBundle(bytes, content, runId) };
}

export function listBundle(bytes: Buffer, content: BundleContent, runId: string): ListedBundle {
  const id = createHash("sha256").update(bytes).digest("hex");
  const keys = packKeys(content.verdicts.map(({ weakKey }) => weakKey));
  return { id, check: "files", runId, at: Date.now(), bytes: bytes.length, keys };
}

/** Puts bundles into the storage, and an index that names them for a scope, signed by its writers. */
export function publish(
  team: Team,
  entries: readonly { readonly writer: Writer; readonly bytes: Buffer; readonly listed: ListedBundle }[],
  scope = "main",
): void {
  const place = { repository: identifyRepository(team.origin), scope };
  for (const { bytes, listed } of entries) put(team, listed.id, bytes);
  const segments = [...new Set(entries.map(({ writer }) => writer))].map((writer) => {
    const own = entries.filter((each) => each.writer === writer).map(({ listed }) => listed);
    const alone = writeListing(EMPTY_LISTING, own, { place, key: writer.key });
    return (JSON.parse(alone.toString("utf8")) as { writers: unknown[] }).writers[0];
  });
  put(team, nameListing(place), Buffer.from(JSON.stringify({ version: 1, writers: segments })));
}
