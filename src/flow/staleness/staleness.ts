import { memo } from "../../values/memo.ts";
import { openKeptStaleness } from "../../verify/repository-store.ts";
import type { CitedChange, Item, Staleness, StalenessReport } from "../../vocabulary/flow/workflow.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import { type FlowContext, fromRoot } from "../build/context.ts";
import type { DependencyChains } from "../dependency-chains.ts";
import { citedFiles } from "../items/cited-files.ts";
import { type FileIndex, indexFiles, joinIndexes } from "../items/file-index.ts";
import { textField } from "../items/meta.ts";
import { checkStaleness } from "./check-staleness.ts";
import { findCommits, type Head, readHead, trackedFiles } from "./commit-graph.ts";
import { commitsSince } from "./commits-since.ts";
import { reuseReports } from "../kept-reports.ts";
import type { Since } from "./since.ts";

/** Paths become arguments for git; a change of more files than this matters anyway. */
const COUNTED_PATHS = 500;

/** An item, and its completed phases. */
export interface Analysed {
  readonly item: Item;
  readonly completed: readonly string[];
}

/**
 * Whether the repository has changed since the phases of items were done, and whether that matters: which files that
 * their artifacts cite changed, or depend on one that did, at the commit that work will continue from. Asks git and
 * reads the tree once for all items. Writes only the answer, and only if there is a store.
 */
export async function measureStaleness(
  context: FlowContext,
  items: readonly Analysed[],
  from = "HEAD",
): Promise<readonly StalenessReport[]> {
  const { root } = context.config;
  const head = items.length === 0 ? null : await readHead(root, from);
  if (head === null) return items.map(() => UNKNOWN);
  const names = items.map((analysed) => recordedNames(analysed));
  const commits = await findCommits(root, new Set(names.flat()));
  const found = names.map((own) => checkRecord(own, { commits, head }));
  const behind = [
    ...new Set(found.flatMap(({ stale, commit }) => (stale && commit !== null ? [commit] : []))),
  ];
  const compareAll = async (onLooked: (snapshot: Snapshot) => void): Promise<readonly StalenessReport[]> => {
    const findChains = memo(() => openChains(context));
    if (records !== null) onLooked((await findChains()).snapshot);
    const [since, tracked] = await Promise.all([
      commitsSince(root, head, behind),
      behind.length === 0 ? [] : trackedFiles(root, from),
    ]);
    const tree: Tree = { tracked: indexFiles(new Set(tracked)), findChains };
    const reports: StalenessReport[] = [];
    for (const [at, { commit, ...base }] of found.entries()) {
      const analysed = items[at];
      const between = commit === null ? undefined : since.get(commit);
      if (!base.stale || analysed === undefined) reports.push(report(base));
      else if (between === undefined) reports.push(report(base, { notes: [notHere(base.originalHash)] }));
      else reports.push(await compare(context, analysed.item, { base, since: between, tree }));
    }
    return reports;
  };
  const records = behind.length === 0 ? null : openKeptStaleness(context.config);
  const { backlogPath, incremental } = context.config;
  // The configuration may be outside the tree, where no stamp of the tree covers it.
  const question = [incremental, backlogPath, head, found, items.map(({ item }) => item.dir)];
  return reuseReports({ root, records, question }, compareAll);
}

const NOT_CHECKED = "The current commit is not known, so staleness was not checked.";
const UNKNOWN = report(
  { stale: false, originalHash: null, currentHash: null, commitsBehind: null },
  { notes: [NOT_CHECKED] },
);

function notHere(recorded: string | null): string {
  return `Commit ${recorded} is not in this repository (rebased away, or the clone is shallow), so its distance is not known.`;
}

/** What all items of a command are compared with. */
interface Tree {
  readonly tracked: FileIndex;
  readonly findChains: () => Promise<DependencyChains>;
}

async function openChains({ config }: FlowContext): Promise<DependencyChains> {
  const { openDependencyChains } = await import("../dependency-chains.ts");
  return openDependencyChains(config);
}

/** The commits at which the completed phases were done, the item's own last. */
function recordedNames({ item: { meta }, completed }: Analysed): readonly string[] {
  const commits = meta?.["phase_commits"];
  const record = typeof commits === "object" && commits !== null ? (commits as Record<string, unknown>) : {};
  const latest = textField(meta, "codebase_hash");
  if (latest === null) return [];
  const names = completed.map((phase) => record[phase]).filter((name) => typeof name === "string");
  return [...new Set(names.filter((name) => name !== latest)), latest];
}

/** The first recorded commit that differs from the current one counts, or the last if none differs. */
function checkRecord(
  names: readonly string[],
  { commits, head }: { readonly commits: ReadonlyMap<string, string>; readonly head: Head },
): Staleness & { readonly commit: string | null } {
  const recorded = names.find((name) => commits.get(name) !== head.commit) ?? names.at(-1) ?? null;
  const commit = recorded === null ? null : (commits.get(recorded) ?? null);
  const meta = { codebase_hash: recorded };
  const checked = checkStaleness(meta, commit === head.commit ? (recorded ?? "") : head.short);
  return { ...checked, currentHash: head.short, commit };
}

async function compare(
  context: FlowContext,
  item: Item,
  given: { readonly base: Staleness; readonly since: Since; readonly tree: Tree },
): Promise<StalenessReport> {
  const { commitsBehind, changed, countTouching } = given.since;
  const stale = { ...given.base, commitsBehind };
  if (changed === null) {
    return report(stale, { notes: ["Git could not tell which files changed since then."] });
  }
  const changes = await findCitedChanges(context, item, { changed, tree: given.tree });
  const ends = [...new Set(changes.map(({ chain, path }) => chain.at(-1) ?? path))];
  const citedCommits = ends.length === 0 ? 0 : ends.length > COUNTED_PATHS ? null : await countTouching(ends);
  return report(stale, { changes, citedCommits });
}

async function findCitedChanges(
  context: FlowContext,
  item: Item,
  { changed, tree }: { readonly changed: ReadonlySet<string>; readonly tree: Tree },
): Promise<readonly CitedChange[]> {
  const directory = fromRoot(context, item.dir);
  const backlog = fromRoot(context, context.config.backlogPath);
  const differing = new Set(
    [...changed].filter((path) => !path.startsWith(`${directory}/`) && path !== backlog),
  );
  const deleted = new Set([...differing].filter((path) => !tree.tracked.has(path)));
  const cited = citedFiles({
    dir: item.dir,
    directory,
    files: joinIndexes(tree.tracked, indexFiles(deleted)),
  });
  const direct = [...cited].filter((path) => differing.has(path)).map((path) => ({ path, chain: [path] }));
  const others = [...cited].filter((path) => !differing.has(path));
  if (others.length === 0 || differing.size === 0) return sorted(direct);
  const { find } = await tree.findChains();
  return sorted([...direct, ...find(others, differing)]);
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
