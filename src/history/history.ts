import type { ResolvedConfig } from "../config/resolved-config.ts";
import type { CheckRecord, RunRecord } from "../store/records/records.ts";
import { fail, succeed } from "../values/succeed.ts";
import { type CacheOptions, withCache } from "../verify/repository-store.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";
import type { PastRun } from "../vocabulary/run/past-run.ts";
import { unknownName } from "../wording/unknown-name.ts";
import { toPastRun } from "./past-run.ts";
import { profileRun, type RunProfile } from "./profile-run.ts";

export interface HistoryOptions extends CacheOptions {
  /** How many runs at most; default: 20. */
  readonly limit?: number;
  /** Only runs in which one of these checks ran or was cached. */
  readonly checks?: readonly string[];
}

export interface RunHistory {
  /** How many runs are kept. */
  readonly total: number;
  /** Newest first. */
  readonly runs: readonly PastRun[];
}

export interface RunDetails {
  readonly run: PastRun;
  /** Null if nothing ran, or if the times are unknown. */
  readonly profile: RunProfile | null;
}

const LIMIT = 20;
/** How many runs are named if a name matches several. */
const NAMED = 5;

/** The runs of the past. */
export async function history(options: HistoryOptions = {}): Promise<Result<RunHistory>> {
  const { limit = LIMIT, checks = [] } = options;
  const read = await withCache(options, (store, config): Result<RunHistory> => {
    const unknown = findUnknown(checks, config, () => store.history.selectRuns(() => true, Infinity));
    if (unknown.length > 0) return fail(...unknown);
    const runs =
      checks.length === 0
        ? store.history.listRuns(limit)
        : store.history.selectRuns((run) => run.checks.some(concerns(checks)), limit);
    return succeed({ total: store.history.countRuns(), runs: runs.map(toPastRun) });
  });
  return read.ok ? read.value : read;
}

/** One run and where its time went. It is named by its id, the start of its id, or `latest`. */
export async function showRun(name: string, options: CacheOptions = {}): Promise<Result<RunDetails>> {
  const read = await withCache(options, (store): Result<RunDetails> => {
    const exact = name === "latest" ? store.history.listRuns(1)[0] : store.history.getRun(name);
    const found = exact === undefined ? store.history.runsStartingWith(name, NAMED + 1) : [exact];
    const [run] = name === "" ? [] : found;
    if (run === undefined || found.length > 1)
      return fail(notOne(name, found, store.history.listRuns(NAMED)));
    return succeed({ run: toPastRun(run), profile: profileRun(run) });
  });
  return read.ok ? read.value : read;
}

function notOne(name: string, found: readonly RunRecord[], latest: readonly RunRecord[]): Failure {
  const several = found.length > 1 && name !== "";
  const known = (several ? found : latest).slice(0, NAMED).map(({ runId }) => runId);
  const more = several && found.length > NAMED ? ", ..." : "";
  return {
    kind: "usage",
    message: several ? "Several runs start like this." : "There is no such run.",
    value: name,
    expected: "the id of a run, the start of one, or latest",
    hint:
      known.length === 0
        ? "No run is kept yet: run `verification`."
        : `${several ? "They are" : "The latest are"} ${known.join(", ")}${more}.`,
  };
}

/** Whether one of these checks took part. */
export function concerns(names: readonly string[]): (record: CheckRecord) => boolean {
  return ({ check, status }) => names.includes(check) && status !== "skipped";
}

/** The names that neither the configuration nor any run has. Reads the runs only if the configuration lacks one. */
export function findUnknown(
  names: readonly string[],
  config: ResolvedConfig,
  readRuns: () => readonly RunRecord[],
): readonly Failure[] {
  const declared = config.checks.map(({ name }) => name);
  const undeclared = names.filter((name) => !declared.includes(name));
  if (undeclared.length === 0) return [];
  const known = new Set([
    ...declared,
    ...readRuns().flatMap(({ checks }) => checks.map(({ check }) => check)),
  ]);
  return undeclared
    .filter((name) => !known.has(name))
    .map((name) =>
      unknownName({
        message: "There is no check with this name.",
        name,
        known,
        none: "a check that has run",
      }),
    );
}
