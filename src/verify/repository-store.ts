import { existsSync } from "node:fs";
import { basename } from "node:path";
import { loadConfig, type LoadOptions } from "../config/load.ts";
import type { ResolvedConfig } from "../config/resolved-config.ts";
import { loadKey } from "../store/key.ts";
import { createNullStore } from "../store/null-store.ts";
import { openStore } from "../store/open-store.ts";
import type { StoreOptions } from "../store/options.ts";
import { locateStore, type StorePlace } from "../store/place.ts";
import { baselineIn, createFindingRecords } from "../store/records/own-records.ts";
import { createRunLogs, type RunLogs } from "../store/records/run-logs.ts";
import { createKeptStaleness } from "../store/kept/kept-staleness.ts";
import type { FindingRecords, KeptRecords, Store } from "../store/store.ts";
import { mayBeInIndex } from "../system/git/git-index-stamp.ts";
import { runGit } from "../system/git/git.ts";
import { describeSurroundings } from "../system/observed/surroundings.ts";
import { absolute, type OwnPlace } from "../system/own/own-place.ts";
import { succeed } from "../values/succeed.ts";
import { ENGINE } from "../vocabulary/engine.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { VerificationEvent } from "../vocabulary/run/event.ts";

/**
 * The store of a repository, at the configured place. Reading commands get what is there, and create nothing.
 */
export async function openRepositoryStore(
  {
    root,
    incremental,
    setAside,
  }: Pick<ResolvedConfig, "root" | "incremental"> & Partial<Pick<ResolvedConfig, "setAside">>,
  { create, admits }: { readonly create: boolean } & Pick<StoreOptions, "admits">,
): Promise<Store> {
  const { storagePath, unusedDays, maxSizeMb } = incremental;
  const [{ place, refusal }, surroundings] = await Promise.all([
    placeOf(root, storagePath),
    describeSurroundings(root, setAside),
  ]);
  const { worktree } = place;
  // From the environment of this process, not of the checks.
  const key = loadKey(process.env, { create, root });
  if (key === "none yet") return createNullStore({ worktree });
  if ("problem" in key) return createNullStore({ worktree, warnings: [`${key.problem} ${UNTIL_THEN}`] });
  if (refusal !== null && place.shared === place.own)
    return createNullStore({
      worktree,
      warnings: create ? [`${refusal} ${UNTIL_THEN}`] : [],
    });
  return openStore({
    place: refusal === null ? place : { ...place, own: null },
    key,
    create,
    surroundings,
    ...(admits === undefined ? {} : { admits }),
    engine: ENGINE,
    now: Date.now,
    ttlDays: unusedDays,
    maxBytes: maxSizeMb * 1024 * 1024,
    warnings: refusal === null ? [] : [refusal],
  });
}

const UNTIL_THEN = "Until then nothing is cached.";

/** For a run that stores nothing: earlier findings, and the state that was last verified. */
export function openOwnRecords({ root, incremental }: ResolvedConfig): {
  readonly findings: FindingRecords;
  readonly baseline: OwnPlace | null;
} {
  const key = loadKey(process.env, { create: false, root });
  const { own } = locateStore(root, incremental.storagePath);
  const findings =
    key === "none yet" || "problem" in key
      ? createFindingRecords({ own: null })
      : createFindingRecords({ own, key });
  return { findings, baseline: baselineIn(own) };
}

/** Where a checkout with a store keeps how stale its items are; null if it has no store. */
export function openKeptStaleness({
  root,
  incremental,
}: Pick<ResolvedConfig, "root" | "incremental">): KeptRecords | null {
  const { own } = locateStore(root, incremental.storagePath);
  if (!incremental.enabled || !existsSync(absolute(own))) return null;
  const key = loadKey(process.env, { create: false, root });
  return key === "none yet" || "problem" in key
    ? null
    : createKeptStaleness({ dir: own, key, engine: ENGINE });
}

/** The logs of the latest runs of a checkout, and where they are, for other processes that follow along. */
export async function openRunLogs({
  root,
  incremental,
}: Pick<ResolvedConfig, "root" | "incremental">): Promise<{
  readonly logs: RunLogs;
  readonly directory: string;
}> {
  const { place, refusal } = await placeOf(root, incremental.storagePath);
  const own = refusal === null ? place.own : null;
  return { logs: createRunLogs(own), directory: absolute(place.own ?? place.shared) };
}

/** Whatever git tracks came with the repository: it is not this user's store. */
async function placeOf(
  root: string,
  storagePath: string,
): Promise<{ readonly place: StorePlace; readonly refusal: string | null }> {
  const place = locateStore(root, storagePath);
  const { path } = place.own;
  if (!existsSync(absolute(place.own))) return { place, refusal: null };
  const first = mayBeInIndex(root, basename(path)) ? await askForTracked(root, path) : null;
  if (first === "unknown")
    return { place, refusal: `git does not say whether it tracks ${path}, so it is not used.` };
  if (first === null) return { place, refusal: null };
  const refusal = `${first} is tracked by git, so ${path} is not used: run git rm -r --cached ${path}.`;
  return { place, refusal };
}

/** A file that git tracks there; null if it tracks nothing, or if there is no git. */
type Tracked = string | "unknown" | null;

async function askForTracked(root: string, path: string): Promise<Tracked> {
  const listed = await runGit({ root, args: ["--literal-pathspecs", "ls-files", "-z", "--", path] });
  if (!listed.ok) return listed.reason === "failed" ? "unknown" : null;
  return listed.stdout.length === 0 ? null : (listed.stdout.toString("utf8").split("\0")[0] ?? path);
}

type Tell = (event: VerificationEvent) => void;

export interface CacheOptions extends Partial<LoadOptions> {
  /** Called with warnings about the store itself. */
  readonly onEvent?: Tell;
}

/** Closes a store that was only read, and reports its warnings. */
export function closeStore(store: Store, onEvent?: Tell): void {
  store.close();
  for (const message of store.warnings) onEvent?.({ type: "warning", message });
}

/** Opens the store of a repository to read or tidy it, and closes it again. */
export async function withCache<T>(
  options: CacheOptions,
  use: (store: Store, config: ResolvedConfig) => T,
): Promise<Result<T>> {
  const config = await loadConfig({
    ...options,
    cwd: options.cwd ?? process.cwd(),
    env: options.env ?? process.env,
  });
  if (!config.ok) return config;
  const store = await openRepositoryStore(config.value, { create: false });
  try {
    return succeed(use(store, config.value));
  } finally {
    closeStore(store, options.onEvent);
  }
}
