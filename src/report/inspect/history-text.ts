import type { RunHistory } from "../../history/history.ts";
import type { PastRun } from "../../vocabulary/run/past-run.ts";
import { formatAge } from "../age.ts";
import { asTyped, type Program } from "../as-typed.ts";
import { formatDuration, plural, hashPrefix } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { plainLine } from "../print/plain.ts";
import { joinLines, joinParts, safe, type SafeText } from "../print/safe-text.ts";
import { sparkline } from "../print/sparkline.ts";
import { type Cell, type TableColumn, renderTable } from "../print/table.ts";

/** The text if there are no runs. */
export function noRuns(program: Program, what = "No runs"): SafeText {
  return safe`${asTyped(`${what} yet: run \`verification\`.`, program)}\n`;
}

export interface HistoryTextOptions {
  readonly paint: Paint;
  readonly program: Program;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The selected checks. */
  readonly checks?: readonly string[];
}

const COLUMNS: readonly TableColumn[] = [
  { title: "run" },
  { title: "when", align: "right" },
  { title: "result" },
  { title: "mode" },
  { title: "ran", align: "right" },
  { title: "cached", align: "right" },
  { title: "duration", align: "right" },
  { title: "commit" },
  { title: "worktree" },
  { title: "reason" },
];

/** A line per run, newest first. With one selected check, its result and duration instead of the run's. */
export function renderHistory({ runs, total }: RunHistory, options: HistoryTextOptions): SafeText {
  const { paint, now, program, checks = [] } = options;
  if (total === 0) return noRuns(program);
  if (runs.length === 0)
    return safe`${joinParts(checks, ", ")} took part in none of ${plural(total, "run")}.\n`;
  const [only] = checks.length === 1 ? checks : [];
  const shownRuns = runs.map((run) => ({ run, ...figures(run, only) }));
  const rows = shownRuns.map(({ run, result, filesVerified, cacheHits, duration }): readonly Cell[] => [
    run.runId,
    { text: formatAge(run.startedAt, now), format: "dim" },
    result,
    run.mode,
    String(filesVerified),
    String(cacheHits),
    duration === null ? "-" : formatDuration(duration),
    shortCommit(run),
    run.worktree === null ? "" : plainLine(run.worktree, 30),
    run.reason === null ? "" : plainLine(run.reason, 40),
  ]);
  const durations = shownRuns.flatMap(({ duration }) => (duration === null ? [] : [duration])).toReversed();
  return joinLines([
    ...renderTable(COLUMNS, rows, paint),
    "",
    ...(durations.length > 1
      ? [safe`durations  ${sparkline(durations)}  ${paint("dim", "oldest to newest")}`]
      : []),
    paint(
      "dim",
      safe`${plural(runs.length, "run")} of ${total}; ${asTyped("`verification history show <run>` shows one in detail", program)}`,
    ),
    "",
  ]);
}

function figures(
  run: PastRun,
  check: string | undefined,
): Pick<PastRun, "filesVerified" | "cacheHits"> & {
  readonly result: Cell;
  readonly duration: number | null;
} {
  const past = run.checks.find((each) => each.check === check);
  if (past === undefined) return { ...run, result: describeResult(run) };
  const { filesVerified, cacheHits } = past;
  const result = describeStatus(past.status, past.cached);
  return { filesVerified, cacheHits, result, duration: filesVerified > 0 ? past.duration : null };
}

/** The result of a run, in a word or two. */
export function describeResult({ success, stoppedBy, failed, passed }: PastRun): Cell {
  if (stoppedBy === "interrupted" || stoppedBy === "superseded")
    return { text: `○ ${stoppedBy}`, format: "yellow" };
  if (success) return { text: "✓ passed", format: "green" };
  if (failed === 0 && passed === 0) return { text: "○ nothing", format: "yellow" };
  return { text: failed === 0 ? "✗ failed" : `✗ ${failed} failed`, format: "red" };
}

export function describeStatus(status: "passed" | "failed" | "skipped", cached: boolean): Cell {
  if (status === "skipped") return { text: "○ skipped", format: "yellow" };
  if (status === "failed") return { text: cached ? "✗ failed (cached)" : "✗ failed", format: "red" };
  return { text: cached ? "= cached" : "✓ passed", format: "green" };
}

export function shortCommit({ commit }: { readonly commit: string | null }): string {
  return commit === null ? "" : hashPrefix(commit, 8);
}
