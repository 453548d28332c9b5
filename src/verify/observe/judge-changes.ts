import { hash } from "node:crypto";
import type { ResolvedConfig } from "../../config/resolved-config.ts";
import { matchGlobs } from "../../paths/glob.ts";
import { analyzeImpact, NO_IMPACT, recommendFull } from "../../scope/analyze-impact.ts";
import { categorizeChange, type CategorizedChange, categorizeWhole } from "../../scope/categorize-change.ts";
import {
  type ChangedPath,
  type ConfigurationChange,
  type Detection,
  detectTriggers,
  NO_DETECTION,
} from "../../scope/detect-triggers.ts";
import type { FullRun } from "../../scope/scope.ts";
import type { RunRecord } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import type { Tree } from "../../units/tree.ts";
import { type Check, type Follow, FOLLOWS } from "../../vocabulary/check/check.ts";
import type { RequestedMode } from "../../vocabulary/run/verification-result.ts";
import type { ChangeSet } from "../../vocabulary/tree/change-set.ts";
import type { ImpactAnalysis } from "../../vocabulary/tree/impact.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { explainTrigger } from "../../wording/explain-trigger.ts";
import { extractBefore } from "./extract-before.ts";

/** What a change set means. */
export interface Judgement extends Detection {
  readonly modified: readonly CategorizedChange[];
  readonly impact: ImpactAnalysis;
  /** The runs since the trigger first applied: their verdicts are as fresh as those of a full run. */
  readonly answering: readonly string[];
  /** What is carried from run to run, if known. */
  readonly carried: Pick<RunRecord, "fullAt" | "settings">;
  /** A digest of the settings that no check's fingerprint covers. */
  readonly settings: string;
}

export interface JudgeOptions {
  readonly changes: ChangeSet;
  readonly tree: Tree;
  readonly config: ResolvedConfig;
  readonly store: Store;
  readonly now: number;
}

/** What makes a run full, apart from the changes. */
export interface FullRunRequest {
  readonly mode?: RequestedMode;
  readonly continues?: readonly string[];
  readonly skipCache?: boolean;
  /** Whether stored verdicts are used at all. */
  readonly isKeeping: boolean;
}

/** Decides whether stored verdicts are ignored and why, and what happened to the trigger. */
export function decideFullRun(
  judgement: Judgement,
  { mode = "auto", skipCache, isKeeping, continues = [] }: FullRunRequest,
): { readonly judgement: Judgement; readonly fullRun: FullRun | null } {
  const full = (why: string): FullRun => ({ why, except: new Set() });
  if (skipCache === true) return { judgement, fullRun: full("stored verdicts are not used") };
  if (!isKeeping) return { judgement, fullRun: full("the configuration turns stored verdicts off") };
  if (mode === "full")
    return { judgement, fullRun: { why: "a full verification was requested", except: new Set(continues) } };
  const { trigger, answering } = judgement;
  if (!trigger.triggered) return { judgement, fullRun: null };
  if (mode === "incremental") {
    const overridden = { ...trigger, overriddenBy: "--incremental" } as const;
    return { judgement: { ...judgement, trigger: overridden }, fullRun: null };
  }
  const answeredBy = answering.at(-1);
  return {
    judgement: answeredBy === undefined ? judgement : { ...judgement, trigger: { ...trigger, answeredBy } },
    fullRun: {
      why: `everything is verified: ${explainTrigger(trigger)}`,
      except: new Set([...answering, ...continues]),
    },
  };
}

const DAY = 24 * 60 * 60 * 1000;
/** How many earlier runs are searched for those that answered a trigger. */
const LOOKED_BACK = 100;

/** Finds out what changed in each file, what that affects, and whether it requires a full verification. */
export async function judgeChanges(options: JudgeOptions): Promise<Judgement> {
  const { changes, tree, config, store, now } = options;
  const isOurs = ({ worktree }: RunRecord): boolean => worktree === store.worktree;
  const { fullAt, settings: verified } = store.history.latestRun(isOurs) ?? {};
  const carried = {
    ...(fullAt === undefined ? {} : { fullAt }),
    ...(verified === undefined ? {} : { settings: verified }),
  };
  const settings = digestSettings(config);
  const shared = { answering: [], carried, settings };
  if (!changes.complete) {
    const impact = recommendFull({ ...NO_IMPACT, totalFilesAffected: tree.snapshot.files.size });
    return { ...NO_DETECTION, ...shared, modified: [], impact };
  }
  const all = listChanges(changes);
  if (all.length === 0) return { ...NO_DETECTION, ...shared, modified: [], impact: NO_IMPACT };

  const modified = await categorizeModified(options);
  const deleted = all.filter(({ what }) => what === "deleted").map(({ path }) => path);
  const impact = analyzeImpact({
    changes: [
      ...modified,
      ...all.flatMap(({ path, what }) =>
        what === "added" || what === "deleted" ? [categorizeWhole(path, what)] : [],
      ),
    ],
    deleted,
    graph: tree.graph,
    follow: furthestFollow(config.checks),
    broad: config.incremental.fullTriggers.affectedFiles,
  });
  const changed = all.filter(({ what }) => what !== "metadata");
  const detection = detectTriggers({
    settings: config.incremental.fullTriggers,
    baseline: `${changes.baseline?.commitHash ?? ""} ${changes.baseline?.timestamp ?? ""}`,
    changed,
    fileCount: tree.snapshot.files.size + deleted.length,
    transitiveImpact: impact.transitiveImpact,
    reach: reachOf(changed, tree),
    daysSinceFull: fullAt === undefined ? null : (now - fullAt) / DAY,
    configuration: configurationChange(config, changed, { verified, settings }),
  });
  const { triggered } = detection.trigger;
  return {
    ...detection,
    ...shared,
    modified,
    impact: triggered ? recommendFull(impact) : impact,
    answering: triggered ? findAnswering(store, detection) : [],
  };
}

interface Change extends ChangedPath {
  readonly path: RepoPath;
  readonly what: "added" | "modified" | "metadata" | "deleted";
}

/** Every path of a change set; `metadata` is a file whose bytes are unchanged. */
function listChanges({ added, modified, deleted, renamed }: ChangeSet): readonly Change[] {
  return [
    ...renamed.flatMap(({ previousPath, currentPath, currentId }) => [
      { path: previousPath, id: null, what: "deleted" as const },
      { path: currentPath, id: currentId, what: "added" as const },
    ]),
    ...added.map(({ path, currentId }) => ({ path, id: currentId, what: "added" as const })),
    ...modified.map(({ path, previousId, currentId }) => {
      const what = previousId === currentId ? ("metadata" as const) : ("modified" as const);
      return { path, id: currentId, what };
    }),
    ...deleted.map(({ path }) => ({ path, id: null, what: "deleted" as const })),
  ];
}

async function categorizeModified(options: JudgeOptions): Promise<readonly CategorizedChange[]> {
  const { modified } = options.changes;
  const { graph, snapshot } = options.tree;
  const before = await extractBefore(modified, { root: snapshot.root, store: options.store });
  return modified.map((change) =>
    categorizeChange(change, { before: before(change), after: graph.extraction(change.path) }),
  );
}

/** What depends on the changed files, as the scope lists it. */
function reachOf(changed: readonly Change[], { graph }: Tree): { files: number; depth: number } {
  const direct = new Set(changed.flatMap(({ path, what }) => (what === "deleted" ? [] : [path])));
  const reach = graph.transitiveDependents(direct);
  const reached = reach.paths.filter((path) => !direct.has(path));
  const depth = reached.reduce((deepest, path) => Math.max(deepest, (reach.chain(path)?.length ?? 1) - 1), 0);
  return { files: reached.length, depth };
}

/** How far the enabled checks that cover a file follow its dependencies. */
function furthestFollow(checks: readonly Check[]): (path: RepoPath) => Follow {
  const covering = checks
    .filter(({ enabled }) => enabled)
    .map(({ files, follow }) => ({ follow, matches: files === null ? () => true : matchGlobs(files) }))
    .toSorted((one, other) => FOLLOWS.indexOf(other.follow) - FOLLOWS.indexOf(one.follow));
  return (path) => covering.find(({ matches }) => matches(path))?.follow ?? "none";
}

/** Settings that decide which files are looked at and how. No check's definition contains them. */
function digestSettings({ incremental }: ResolvedConfig): string {
  const { primary, fallback, excludePatterns, opaqueImports } = incremental;
  return hash("sha256", JSON.stringify([primary, fallback, excludePatterns, opaqueImports]));
}

function configurationChange(
  { file }: ResolvedConfig,
  changed: readonly ChangedPath[],
  { verified, settings }: { readonly verified: string | undefined; readonly settings: string },
): ConfigurationChange | null {
  if (file === null || verified === undefined || verified === settings) return null;
  return changed.some(({ path }) => path === file) ? { file, settings } : null;
}

/** The latest consecutive runs in this worktree that had the same reasons, newest first. */
function findAnswering({ history, worktree }: Store, { essential }: Detection): readonly string[] {
  const runs = history.selectRuns((run) => run.worktree === worktree, LOOKED_BACK);
  const gap = runs.findIndex(
    ({ triggerCauses = [] }) => !essential.every((cause) => triggerCauses.includes(cause)),
  );
  return runs.slice(0, gap === -1 ? runs.length : gap).map(({ runId }) => runId);
}
