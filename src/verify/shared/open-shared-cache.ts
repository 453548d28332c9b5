import { isFromElsewhere, provenanceOf } from "../../checks/origins.ts";
import { CONFIG_NAMES, readRemote } from "../../config/remote.ts";
import type { ResolvedConfig } from "../../config/resolved-config.ts";
import { openTransport } from "../../shared/transport/open-transport.ts";
import type { Transport } from "../../shared/transport/transport.ts";
import { readBaseFiles } from "../../shared/trust/base-files.ts";
import { readCi } from "../../shared/trust/ci-context.ts";
import { findAbove } from "../../shared/trust/files-above.ts";
import type { SigningKey, TrustedKey } from "../../shared/trust/keys.ts";
import { loadSigningKey } from "../../shared/trust/own-key.ts";
import { findRemoteRepository } from "../../shared/trust/remote-repository.ts";
import { decideScopes } from "../../shared/trust/share-scopes.ts";
import { listTrustFiles, readTrust } from "../../shared/trust/trusted-keys.ts";
import { createWriters, type Writers } from "../../shared/writers.ts";
import { CACHE_TOKEN_VARIABLE } from "../../vocabulary/key-variables.ts";
import type { Origin } from "../../vocabulary/verdict/origin.ts";
import type { RemoteMode, ShareScope } from "../../vocabulary/verdict/shared-cache.ts";
import { lesserMode } from "./lesser-mode.ts";

/**
 * A shared cache, with the permissions of this run. The trusted keys come from the base branch, as the remote
 * has it.
 */
export interface SharedCache {
  readonly transport: Transport;
  /** Distinguishes this repository from others. */
  readonly repository: string;
  readonly base: ShareScope;
  readonly keys: readonly TrustedKey[];
  readonly writers: (scope: ShareScope) => Writers;
  readonly reads: readonly ShareScope[];
  /** Where new verdicts are written, and the key that signs them; or why nothing is written. */
  readonly writing: { readonly scope: ShareScope; readonly key: SigningKey } | { readonly why: string };
  readonly mode: RemoteMode;
  /** Problems that do not prevent its use: one sentence each. */
  readonly notes: readonly string[];
}

/** Why nothing shared is read, in one sentence. */
export interface NoSharedCache {
  readonly problem: string;
}

/** Null if verdicts are not shared. */
export async function openSharedCache(
  { root, git, remote: declared }: Pick<ResolvedConfig, "root" | "git" | "remote">,
  env: NodeJS.ProcessEnv,
): Promise<SharedCache | NoSharedCache | null> {
  if (declared === null || declared.mode === "off") return null;
  const above = findAbove(root);
  if (above !== null)
    return unread(`${above} is above the repository: tools may find it here, but not on other machines`);
  const ci = readCi(env);
  const found = git ? await findRemoteRepository(root, ci?.defaultBranch ?? null) : null;
  if (found === null)
    return unread("this clone has no remote called origin, whose base branch says whom to trust");
  const { base } = found;
  if (base === null)
    return unread(
      "this clone does not know the base branch of origin: run git remote set-head origin --auto",
    );
  const reference = `refs/remotes/origin/${base}`;
  const files = await readBaseFiles(root, reference, CONFIG_NAMES);
  if (files === null)
    return unread(
      `this clone does not have origin/${base}, which says whom to trust: run git fetch origin ${base}:${reference}`,
    );
  const remote = await readRemote(files.texts);
  if (!remote.ok) return unread(`the configuration on origin/${base} cannot be read`);
  if (remote.value === null)
    return unread(`origin/${base} does not declare it: it takes effect once this configuration is there`);
  const { trust, url, team } = remote.value;
  const trusted = readTrust(
    trust,
    (await readBaseFiles(root, files.commit, listTrustFiles(trust)))?.texts ?? new Map<string, string>(),
  );
  const asked = remote.value.mode;
  const mode = lesserMode(asked ?? "read-write", declared.mode ?? "read-write");
  const scopes = decideScopes({ base, checkedOut: found.branch, ci, isInsisting: asked === "read-write" });
  const writers = createWriters(trusted.keys, base);
  // From the environment of this process, not of the checks.
  const token = process.env[CACHE_TOKEN_VARIABLE] ?? "";
  const shared = {
    transport: openTransport({ url, team }, { root, token: token === "" ? null : token }),
    repository: found.id,
    base,
    keys: trusted.keys,
    writers,
    reads: mode === "off" ? [] : scopes.reads,
    mode,
  };
  const key = loadSigningKey(process.env);
  return {
    ...shared,
    writing: decideWriting({ mode, key, ...scopes, base, writers }),
    notes: [
      ...trusted.wrong.map((entry) => `"${entry}" in trust on origin/${base} is no key, so it is not used.`),
      ...(trusted.keys.length === 0 ? [`origin/${base} trusts no key, so nothing shared is read.`] : []),
      ...(key !== null && "problem" in key
        ? [`${key.problem}, so nothing is written to the shared cache.`]
        : []),
    ],
  };
}

function unread(why: string): NoSharedCache {
  return { problem: `Nothing is read from the shared cache: ${why}.` };
}

function decideWriting({
  mode,
  key,
  writes,
  why,
  base,
  writers,
}: {
  readonly mode: RemoteMode;
  readonly key: ReturnType<typeof loadSigningKey>;
  readonly writes: ShareScope | null;
  readonly why: string | null;
  readonly base: ShareScope;
  readonly writers: SharedCache["writers"];
}): SharedCache["writing"] {
  if (mode !== "read-write") return { why: `mode is ${mode}` };
  if (key === null) return { why: "there is no key to sign with: run verification cache keygen" };
  if ("problem" in key) return { why: key.problem };
  if (writes === null) return { why: why ?? "no branch is checked out" };
  const writer = writers(writes)(key.id);
  if (typeof writer !== "string") return { scope: writes, key };
  return {
    why:
      writer === "by an unknown writer"
        ? `your key ${key.publicText} is not in trust on origin/${base}`
        : `your key is trusted for branches, and not for ${base}`,
  };
}

/**
 * Whether verdicts of an origin may be used in a run: those of this machine, and those that the shared cache
 * admits.
 */
export function admitOrigins(shared: SharedCache | NoSharedCache | null): (origin: Origin) => boolean {
  return (origin) => {
    if (!isFromElsewhere(origin)) return true;
    const from = provenanceOf(origin);
    if (from === null || shared === null || "problem" in shared || !shared.reads.includes(from.scope))
      return false;
    return typeof shared.writers(from.scope)(from.writer) !== "string";
  };
}

/**
 * Who signed a verdict of another machine, by the name of the trusted key; null for a verdict of this
 * machine.
 */
export function nameWriter(
  origin: Origin,
  shared: SharedCache | NoSharedCache | null,
): { readonly writer: string; readonly name: string; readonly scope: ShareScope } | null {
  const from = provenanceOf(origin);
  if (from === null) return null;
  const keys = shared === null || "problem" in shared ? [] : shared.keys;
  const name = keys.find(({ id }) => id === from.writer)?.name ?? from.writer;
  return { writer: from.writer, name, scope: from.scope };
}
