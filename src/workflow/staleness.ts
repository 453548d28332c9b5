import type { CitedChange, Item, Staleness, StalenessReport } from "../vocabulary/workflow.ts";
import { checkStaleness } from "./check-staleness.ts";
import { citedFiles } from "./cited-files.ts";
import { fromRoot, type FlowContext } from "./context.ts";
import { changedSince, countCommits, findCommit, readHead, trackedFiles } from "./history.ts";
import { textOf } from "./meta.ts";

/** Paths are given to git as arguments; a change of more files than this matters anyway. */
const COUNTED_PATHS = 500;

/**
 * Whether the repository has moved on since an item's phases were done, and whether that matters: which of the
 * files that its artifacts cite changed, or depend on one that did. Judged at the commit that work will go on from.
 * Reads only.
 */
export async function measureStaleness(
  context: FlowContext,
  item: Item,
  { completed, at = "HEAD" }: { readonly completed: readonly string[]; readonly at?: string },
): Promise<StalenessReport> {
  const { root } = context.config;
  const head = await readHead(root, at);
  if (head === null) {
    const unknown = { stale: false, originalHash: null, currentHash: null, commitsBehind: null };
    return report(unknown, { notes: ["The current commit is not known, so staleness was not checked."] });
  }
  const recorded = await oldestRecord(root, item, { completed, head: head.commit });
  const found = recorded === null ? null : await findCommit(root, recorded);
  const meta = { codebase_hash: recorded };
  const checked = checkStaleness(meta, found === head.commit ? (recorded ?? "") : head.short);
  const base = { ...checked, currentHash: head.short };
  if (!base.stale) return report(base);
  if (found === null) {
    const note = `Commit ${recorded} is not in this repository (rebased away, or the clone is shallow), so how far it lies back is not known.`;
    return report(base, { notes: [note] });
  }
  const [commitsBehind, changed, tracked] = await Promise.all([
    countCommits(root, found, { at }),
    changedSince(root, found, at),
    trackedFiles(root, at),
  ]);
  const stale = { ...base, commitsBehind };
  if (changed === null) {
    return report(stale, { notes: ["Git could not tell which files changed since then."] });
  }
  const { changes, notes } = await findCitedChanges(context, item, { changed, tracked });
  const ends = [...new Set(changes.map(({ chain, path }) => chain.at(-1) ?? path))];
  const citedCommits =
    ends.length === 0
      ? 0
      : ends.length > COUNTED_PATHS
        ? null
        : await countCommits(root, found, { paths: ends, at });
  return report(stale, { changes, citedCommits, notes });
}

/** Of the commits that the completed phases were done at, the first that is not the current one. */
async function oldestRecord(
  root: string,
  { meta }: Item,
  { completed, head }: { readonly completed: readonly string[]; readonly head: string },
): Promise<string | null> {
  const commits = meta?.["phase_commits"];
  const record = typeof commits === "object" && commits !== null ? (commits as Record<string, unknown>) : {};
  const names = new Set(
    completed.map((phase) => record[phase]).filter((name): name is string => typeof name === "string"),
  );
  const latest = textOf(meta, "codebase_hash");
  if (latest === null) return null;
  names.delete(latest);
  for (const name of names) if ((await findCommit(root, name)) !== head) return name;
  return latest;
}

async function findCitedChanges(
  context: FlowContext,
  item: Item,
  { changed, tracked }: { readonly changed: readonly string[]; readonly tracked: readonly string[] },
): Promise<{ changes: readonly CitedChange[]; notes: readonly string[] }> {
  const { config, configFile, cwd } = context;
  const directory = fromRoot(context, item.dir);
  const backlog = fromRoot(context, config.backlogPath);
  const differing = new Set(changed.filter((path) => !path.startsWith(`${directory}/`) && path !== backlog));
  const files = new Set([...tracked, ...differing]);
  const cited = citedFiles({ dir: item.dir, directory, files });
  const direct = [...cited].filter((path) => differing.has(path)).map((path) => ({ path, chain: [path] }));
  const others = [...cited].filter((path) => !differing.has(path));
  if (others.length === 0 || differing.size === 0) return { changes: sorted(direct), notes: [] };
  const { findDependencyChains } = await import("../dependency-chains.ts");
  const asked = await findDependencyChains({ cwd, configFile, from: others, to: differing });
  if (asked.ok) return { changes: sorted([...direct, ...asked.value]), notes: [] };
  const note = `What the cited files depend on was not looked at: ${asked.failures[0]?.message ?? ""}`;
  return { changes: sorted(direct), notes: [note] };
}

function sorted(changes: readonly CitedChange[]): readonly CitedChange[] {
  return changes.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function report(
  base: Staleness,
  more: {
    readonly changes?: readonly CitedChange[];
    readonly citedCommits?: number | null;
    readonly notes?: readonly string[];
  } = {},
): StalenessReport {
  const { changes = [], citedCommits = null, notes = [] } = more;
  return {
    ...base,
    citedFilesChanged: changes.map(({ path }) => path),
    citedChanges: changes,
    citedCommits,
    notes,
  };
}
