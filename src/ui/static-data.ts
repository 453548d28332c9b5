import { profileRun } from "../history/profile-run.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import { answerFlaky, answerState } from "./answers/answers.ts";
import { computeTrends, listRuns, readPast } from "./answers/read-past.ts";
import type { StaticData } from "./api.ts";
import type { PageSession } from "./session.ts";

export interface StaticOptions {
  readonly start: StaticData["start"];
  /** How many runs at most. */
  readonly limit: number;
  /** Only this check; null for all. */
  readonly check: string | null;
  /** Only runs since then, in milliseconds since 1970. */
  readonly since: number;
}

/** The data of a page without a server: past runs, their metrics, and flaky checks. */
export async function gatherStaticData(
  session: PageSession,
  { start, limit, check, since }: StaticOptions,
): Promise<Result<StaticData>> {
  const read = await readPast(session);
  if (!read.ok) return read;
  const past = { ...read.value, records: read.value.records.filter(({ startedAt }) => startedAt >= since) };
  const flaky = await answerFlaky(session);
  if (!flaky.ok) return flaky;
  const all = listRuns(past, { offset: 0, limit: Infinity, check });
  if (check !== null && all.total === 0)
    return fail({ kind: "usage", message: "No run has this check.", value: check });
  const runs = listRuns(past, { offset: 0, limit, check });
  const shown = new Set(runs.runs.map(({ runId }) => runId));
  return succeed({
    start,
    madeAt: Date.now(),
    state: { ...(await answerState(session, { past, job: null })), root: "" },
    runs: { ...runs, total: runs.runs.length },
    trends: computeTrends(past, check),
    flaky: flaky.value,
    details: Object.fromEntries(
      past.records.filter(({ runId }) => shown.has(runId)).map((run) => [run.runId, profileRun(run)]),
    ),
  });
}
