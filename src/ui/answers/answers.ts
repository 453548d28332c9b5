import { basename } from "node:path";
import { loadConfig } from "../../config/load.ts";
import { findRoot } from "../../config/root.ts";
import { resolveIncremental } from "../../config/settings.ts";
import { flow, type ShownItem } from "../../flow/flow.ts";
import { flaky } from "../../history/flaky.ts";
import { toPastRun } from "../../history/past-run.ts";
import { cacheStats } from "../../inspect/cache-stats.ts";
import { status } from "../../inspect/status.ts";
import { type KnownFailure, proposeRecovery } from "../../recovery/propose-recovery.ts";
import { runGit } from "../../system/git/git.ts";
import { openRunLogs } from "../../verify/repository-store.ts";
import { VERSION } from "../../vocabulary/engine.ts";
import { succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { formatPlace } from "../../wording/format-place.ts";
import type {
  ChecksAnswer,
  FlakyAnswer,
  FlowAnswer,
  JobState,
  LiveState,
  RecoveryPreview,
  RepositoryState,
} from "../api.ts";
import { createLiveRuns, type LiveRuns } from "./live-runs.ts";
import { computeTrends, type Past, pastOf } from "./read-past.ts";
import type { PageSession } from "../session.ts";

/** Where the runs of a repository are recorded. Looked up again, because the configuration may have moved it. */
export async function openRuns({ options, cwd, env }: PageSession): Promise<{
  readonly live: LiveRuns;
  readonly directory: string;
  readonly root: string;
}> {
  const loaded = await loadConfig({ ...options, cwd, env });
  const { path: root } = findRoot(cwd);
  const place = loaded.ok ? loaded.value : { root, incremental: resolveIncremental({}) };
  const { logs, directory } = await openRunLogs(place);
  return { live: createLiveRuns(logs), directory, root: place.root };
}

export async function answerState(
  session: PageSession,
  { past, job }: { readonly past: Past; readonly job: JobState | null },
): Promise<RepositoryState> {
  const { options, cwd, env, program, canRun } = session;
  const loaded = await loadConfig({ ...options, cwd, env });
  const { path: root, git } = findRoot(cwd);
  return {
    name: basename(root),
    root,
    branch: git ? await readBranch(root) : null,
    hasGit: git,
    version: VERSION,
    canRun,
    program: formatCommand(program),
    runs: past.records.length,
    checks: loaded.ok ? loaded.value.checks.map(({ name }) => name) : [],
    problems: loaded.ok ? [] : loaded.failures.map(describeInOneLine),
    job,
  };
}

async function readBranch(root: string): Promise<string | null> {
  const named = await runGit({ root, args: ["symbolic-ref", "--quiet", "--short", "HEAD"] });
  if (named.ok) return named.stdout.toString("utf8").trim();
  const commit = await runGit({ root, args: ["rev-parse", "--short", "HEAD"] });
  return commit.ok ? `commit ${commit.stdout.toString("utf8").trim()}` : null;
}

/** What is wrong and how to fix it, in one line. */
export function describeInOneLine({ message, at, value, expected, hint }: Failure): string {
  return [
    `${at === undefined ? "" : `${formatPlace(at)}: `}${message}`,
    ...(value === undefined ? [] : [`It is ${JSON.stringify(value)}.`]),
    ...(expected === undefined ? [] : [`Expected: ${expected}.`]),
    ...(hint === undefined ? [] : [hint]),
  ].join(" ");
}

/** A run that was answered from the last run leaves no log: only the history knows it. */
export function answerLive(live: LiveRuns, { records }: Past): LiveState {
  const run = live.current();
  const [newest] = records;
  // The ids of two runs in the same second do not show their order.
  const isNewer = newest !== undefined && newest.startedAt > (run?.startedAt ?? 0);
  return { run, cachedRun: isNewer ? toPastRun(newest) : null, now: Date.now() };
}

export async function answerFlaky({ options }: PageSession): Promise<Result<FlakyAnswer>> {
  const found = await flaky(options);
  if (!found.ok) return found;
  return succeed({
    executions: found.value.executions,
    checks: found.value.checks.map((each) => {
      const executions = each.units.flatMap((unit) => unit.executions);
      const sum = (figure: "passed" | "failed"): number =>
        each.units.reduce((total, unit) => total + unit[figure], 0);
      const since = executions.map(({ at }) => at).sort()[0] ?? each.lastSeen;
      return { ...each, since, passed: sum("passed"), failed: sum("failed") };
    }),
  });
}

export async function answerChecks(session: PageSession, past: Result<Past>): Promise<Result<ChecksAnswer>> {
  const { options } = session;
  const found = await status(options);
  if (!found.ok) return found;
  const stats = await cacheStats(options);
  if (!stats.ok) return stats;
  const { checks, branch, commit, baseline, uncommittedFiles, changes, impact } = found.value;
  const { bytes, maxBytes, verdicts, hits, misses, fromElsewhere } = stats.value;
  const { changedFiles, addedFiles, deletedFiles, renamedFiles } = changes;
  return succeed({
    at: Date.now(),
    status: {
      checks,
      branch,
      commit,
      baseline,
      uncommittedFiles: uncommittedFiles.length,
      changedFiles: changedFiles.length + addedFiles.length + deletedFiles.length + renamedFiles.length,
      risk: impact.riskLevel,
    },
    metrics: computeTrends(pastOf(past), null).checks,
    cache: { bytes, maxBytes, verdicts: verdicts.entries, hits, misses, fromElsewhere },
  });
}

export async function answerFlow({ options, cwd, env }: PageSession): Promise<Result<FlowAnswer>> {
  const { configFile } = options;
  const listed = await flow.list({ cwd, env, ...(configFile === undefined ? {} : { configFile }) });
  if (!listed.ok) return listed;
  const order = ({ number }: { readonly number: string | null }): number => Number(number ?? Infinity);
  const items = listed.value.items.toSorted((one, other) => order(one) - order(other) || 0);
  return succeed({ items: items.map(withoutRecord) });
}

function withoutRecord(item: ShownItem): FlowAnswer["items"][number] {
  const { meta: _record, ...shown } = item;
  return shown;
}

/** What `--recover` would start with, after the last run. */
export async function answerRecovery(
  { options, cwd, env }: PageSession,
  live: LiveRuns,
): Promise<Result<RecoveryPreview>> {
  const run = live.current();
  if (run === null) return succeed({ runId: null, proposals: [] });
  const events = live.events(run.runId);
  const failures = events.flatMap((event): readonly KnownFailure[] => {
    if (event.type !== "check-finished" || event.result.status !== "failed") return [];
    const { check, exitCode, output } = event.result;
    const findings = events.flatMap((each) =>
      each.type === "finding" && each.finding.check === check ? [each.finding] : [],
    );
    return [{ result: { check, exitCode, stdout: output, stderr: "" }, findings }];
  });
  const proposed = await proposeRecovery(failures, { ...options, cwd, env });
  return proposed.ok ? succeed({ runId: run.runId, proposals: proposed.value }) : proposed;
}
