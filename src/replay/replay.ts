import { resolve } from "node:path";
import { readConfig } from "../config/read.ts";
import { splitCommand } from "../config/resolve/command-words.ts";
import { findRoot } from "../config/root.ts";
import { listCommits, type ListedCommit, type RangeOptions } from "../detect/past/commit-range.ts";
import { changedInRange } from "../detect/past/commits.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";
import type { Replay, ReplayedCommit, ReplayEvent, ReplayRun } from "../vocabulary/run/replay.ts";
import { compareResults } from "./compare-results.ts";
import { explainDisagreements } from "./explain-disagreements.ts";
import { refuseSelection } from "./refuse-selection.ts";
import { openReplayRunner, type Ran, type ReplayRunner, type ReplaySelection } from "./replay-runner.ts";
import { totalReplay } from "./replay-totals.ts";

export interface ReplayOptions extends Omit<ReplaySelection, "mode">, RangeOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** `incremental` verifies incrementally even if a run would verify everything. */
  readonly mode?: "auto" | "incremental";
  /** For every commit, instead of its own. */
  readonly configFile?: string;
  /** A command that installs the packages of a commit; runs whenever the lockfiles change. */
  readonly prepare?: string;
  /** Abort it to stop: the result is what was found by then. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: ReplayEvent) => void;
}

/**
 * Verifies the commits of a range one after the other, each incrementally and in full, and says where the two disagree
 * and why. Works in separate checkouts: the repository and its checkout are only read.
 */
export async function replay(range: string, options: ReplayOptions = {}): Promise<Result<Replay>> {
  const cwd = options.cwd ?? process.cwd();
  const { path: root, git } = findRoot(cwd);
  if (!git) return fail({ kind: "usage", message: "A replay needs a git repository, and this is not one." });
  const prepare = options.prepare === undefined ? null : splitCommand(options.prepare);
  if (prepare !== null && prepare.type !== "words") return fail(unusableCommand(options.prepare ?? ""));
  const { configFile, prepare: _, ...asked } = options;
  const config = configFile === undefined ? null : readConfig(root, { cwd, configFile });
  if (config !== null && !config.ok) return config;
  const commits = await listCommits(root, range, options);
  if (!commits.ok) return commits;
  const env = options.env ?? process.env;
  const ids = commits.value.map(({ commit }) => commit);
  const unknown = await refuseSelection({ ...options, root, cwd, env, commits: ids });
  if (unknown.length > 0) return fail(...unknown);
  const signal = options.signal ?? new AbortController().signal;
  const runner = await openReplayRunner({
    ...asked,
    root,
    signal,
    env,
    ...(configFile === undefined ? {} : { configFile: resolve(cwd, configFile) }),
    ...(prepare === null ? {} : { prepare: prepare.words }),
  });
  if (!runner.ok) return runner;
  const emit = options.onEvent ?? (() => {});
  try {
    const walked = await walk(commits.value, { root, runner: runner.value, signal, emit });
    const totals = totalReplay(walked.commits);
    const success = totals.compared > 0 && totals.stale === 0 && !signal.aborted;
    return succeed({ schemaVersion: 1, success, interrupted: signal.aborted, range, ...walked, totals });
  } finally {
    const directory = runner.value.close();
    if (directory !== null) emit({ type: "left-over", directory });
  }
}

function unusableCommand(value: string): Failure {
  return {
    kind: "usage",
    message: "This is not one command.",
    value,
    expected: "a program and its arguments, as in `npm ci`; for a shell, `sh -c '...'`",
  };
}

interface WalkContext {
  readonly root: string;
  readonly runner: ReplayRunner;
  readonly signal: AbortSignal;
  readonly emit: (event: ReplayEvent) => void;
}

/** The commits in order. The one before the first is verified too, so that the first has verdicts to reuse. */
async function walk(
  commits: readonly ListedCommit[],
  context: WalkContext,
): Promise<Pick<Replay, "warmUp" | "commits">> {
  const { signal, emit, runner } = context;
  const runs = new Map<string, string>();
  const parent = commits[0]?.parent ?? null;
  const warm = parent === null ? null : await runAt(parent, runner);
  if (warm?.ok === true && parent !== null) runs.set(warm.result.runId, parent);
  const warmUp = warm?.ok === true ? parent : null;
  if (!signal.aborted) emit({ type: "replay-started", commits: commits.length, warmUp });
  const done: ReplayedCommit[] = [];
  let previous = parent;
  for (const listed of commits) {
    if (signal.aborted) break;
    const { commit, runId } = await replayCommit(listed, { ...context, previous, runs });
    if (runId !== null) runs.set(runId, listed.commit);
    // A run that was stopped says nothing.
    if (signal.aborted) break;
    done.push(commit);
    emit({ type: "commit-replayed", commit, done: done.length });
    previous = listed.commit;
  }
  return { warmUp, commits: done };
}

async function runAt(commit: string, runner: ReplayRunner): Promise<Ran> {
  const readied = await runner.ready("incremental", commit);
  return "why" in readied ? { ok: false, why: readied.why } : runner.run("incremental", "incremental");
}

interface CommitContext extends WalkContext {
  readonly previous: string | null;
  /** The commit of every run before. */
  readonly runs: ReadonlyMap<string, string>;
}

async function replayCommit(
  { commit, subject }: ListedCommit,
  { root, runner, previous, runs }: CommitContext,
): Promise<{ readonly commit: ReplayedCommit; readonly runId: string | null }> {
  const changed = previous === null ? null : await changedInRange(root, { from: previous, to: commit });
  const readied = await runner.ready("incremental", commit);
  const about = {
    commit,
    subject,
    changedFiles: changed?.ok === true ? changed.value : [],
    configuration: await runner.configurationOf("incremental"),
    ...("why" in readied ? { packages: "none" as const, otherLockfile: false } : readied),
  };
  const notRun = (why: string, incremental: ReplayRun | null = null): ReplayedCommit => ({
    ...about,
    outcome: "not-run",
    why,
    incremental,
    full: null,
    differences: [],
  });
  if ("why" in readied) return { commit: notRun(readied.why), runId: null };
  const incremental = await runner.run("incremental", "incremental");
  if (!incremental.ok) return { commit: notRun(incremental.why), runId: null };
  const { runId } = incremental.result;
  const other = await runner.ready("full", commit);
  if ("why" in other) return { commit: notRun(other.why, inFigures(incremental)), runId };
  const full = await runner.run("full", "fresh");
  if (!full.ok) return { commit: notRun(full.why, inFigures(incremental)), runId };
  const disagreements = compareResults(incremental.result.results, full.result.results);
  const both = { incremental: incremental.result, full: full.result };
  const commitOf = (run: string): string | null => (run === runId ? commit : (runs.get(run) ?? null));
  const differences =
    disagreements.length === 0
      ? []
      : await explainDisagreements(disagreements, { root, commit, ...both, commitOf }, runner);
  return {
    commit: {
      ...about,
      outcome: disagreements.length === 0 ? "agrees" : "differs",
      incremental: inFigures(incremental),
      full: inFigures(full),
      differences,
    },
    runId,
  };
}

function inFigures({ result, duration }: Ran & { readonly ok: true }): ReplayRun {
  const { filesVerified, cacheHits, passed, failed, skipped, trigger } = result;
  const isFull = trigger.triggered && trigger.overriddenBy === undefined;
  const triggers = isFull ? trigger.reasons.map(({ type }) => type) : [];
  return { unitsRun: filesVerified, unitsStood: cacheHits, passed, failed, skipped, triggers, duration };
}
