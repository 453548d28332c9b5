import { isReuseToBlame } from "../../checks/is-reuse-to-blame.ts";
import type {
  Difference,
  Replay,
  ReplayedCommit,
  ReplayEvent,
  ReplayRun,
  ReplayTotals,
} from "../../vocabulary/run/replay.ts";
import { formatPlace } from "../../wording/format-place.ts";
import { clipList, formatDuration, formatPercent, plural, hashPrefix } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { plainLine } from "../print/plain.ts";
import { joinLines, joinParts, type Part, safe, type SafeText } from "../print/safe-text.ts";
import { type TableColumn, renderTable } from "../print/table.ts";

/** How many lines of each list are shown; the rest is counted. */
const SHOWN = 8;

/** A line about what was just done. */
export function renderReplayEvent(event: ReplayEvent, commits: number, paint: Paint): SafeText {
  switch (event.type) {
    case "replay-started": {
      const before = event.warmUp === null ? "" : safe`, after ${short(event.warmUp)}`;
      return safe`replaying ${plural(event.commits, "commit")}${before}\n`;
    }
    case "left-over":
      return safe`${paint("yellow", "warning:")} ${event.directory} could not be removed; you can delete it.\n`;
    case "commit-replayed": {
      const { commit } = event;
      const what =
        commit.why ??
        `${commit.incremental?.unitsRun ?? 0} run, ${commit.incremental?.unitsStood ?? 0} cached`;
      return safe`${paint("dim", safe`${event.done}/${commits}`)} ${mark(commit, paint)} ${short(commit.commit)} ${plainLine(what, 120)}\n`;
    }
  }
}

/** The commits as a table, every difference with its cause, and the totals. */
export function renderReplay({ commits, totals, interrupted }: Replay, paint: Paint): SafeText {
  return joinLines([
    ...renderCommits(commits, paint),
    ...commits.flatMap((commit) => renderDetails(commit, paint)),
    "",
    ...(interrupted
      ? [paint("yellow", "Interrupted: these are the commits that were compared before that.")]
      : []),
    ...renderTotals(totals, paint),
    ...renderNotes(commits),
    "",
  ]);
}

const COLUMNS: readonly TableColumn[] = [
  { title: "commit" },
  { title: "files", align: "right" },
  { title: "run", align: "right" },
  { title: "cached", align: "right" },
  { title: "incremental", align: "right" },
  { title: "full", align: "right" },
  { title: "subject" },
];

function renderCommits(commits: readonly ReplayedCommit[], paint: Paint): readonly SafeText[] {
  if (commits.length === 0) return [];
  const rows = commits.map(({ commit, changedFiles, incremental, full, subject }) => [
    short(commit),
    String(changedFiles.length),
    `${incremental?.unitsRun ?? ""}${isTriggered(incremental) ? "*" : ""}`,
    String(incremental?.unitsStood ?? ""),
    incremental === null ? "" : formatDuration(incremental.duration),
    full === null ? "" : formatDuration(full.duration),
    plainLine(subject, 60),
  ]);
  const marks = [" ", ...commits.map((commit) => mark(commit, paint))];
  return renderTable(COLUMNS, rows, paint).map((line, at) => safe`${marks[at] ?? ""} ${line}`);
}

function mark({ outcome, differences }: ReplayedCommit, paint: Paint): SafeText {
  if (outcome === "agrees") return paint("green", "✓");
  if (outcome === "not-run") return paint("yellow", "○");
  return differences.some(isReuseToBlame) ? paint("red", "✗") : paint("yellow", "~");
}

function renderDetails(commit: ReplayedCommit, paint: Paint): readonly Part[] {
  if (commit.outcome === "agrees") return [];
  const head = safe`${mark(commit, paint)} ${paint("bold", short(commit.commit))}`;
  if (commit.why !== undefined) return ["", safe`${head} could not be compared: ${plainLine(commit.why)}`];
  return ["", head, ...commit.differences.flatMap((difference) => renderDifference(difference, paint))];
}

function renderDifference(difference: Difference, paint: Paint): readonly Part[] {
  const { check, incremental, full, missing, extra } = difference;
  const found = [
    ...missing.map((finding) => safe`only the fresh run found: ${describe(finding)}`),
    ...extra.map((finding) => safe`only the incremental run found: ${describe(finding)}`),
  ];
  return [
    safe`  ${check}: incremental ${plainLine(incremental)}; fresh ${plainLine(full)}`,
    ...clipList(found, { most: SHOWN }).map((line) => safe`    ${line}`),
    ...renderCause(difference, paint).map((line) => safe`    ${line}`),
  ];
}

function describe({ file, line, message }: Difference["missing"][number]): string {
  const place = formatPlace({ file, line });
  return plainLine(`${place === "" ? "" : `${place}: `}${message}`, 160);
}

function renderCause({ cause }: Difference, paint: Paint): readonly Part[] {
  switch (cause.type) {
    case "not-deterministic":
      return [
        safe`${paint("yellow", "not deterministic:")} a second run on the same tree gave another answer`,
      ];
    case "consequence":
      return [safe`${paint("yellow", "a consequence:")} ${plainLine(cause.why)}`];
    case "left-behind":
      return [
        safe`${paint("red", "left behind:")} it ran, and read files that earlier runs left in the checkout`,
      ];
    case "stale": {
      const [first, ...others] = cause.units;
      if (first === undefined) return [paint("red", "stale")];
      const since = first.since === null ? "" : safe` since ${short(first.since)}`;
      const target = first.target === "" ? "the whole project" : first.target;
      const changed = clipList(first.changedSince, { most: SHOWN });
      return [
        safe`${paint("red", "stale:")} the cached verdict of ${target} was ${first.stood}${since}, fingerprint ${hashPrefix(first.fingerprint)}`,
        ...(changed.length === 0
          ? []
          : [safe`changed since, without changing the fingerprint: ${joinParts(changed, ", ")}`]),
        ...(others.length === 0 ? [] : [safe`and ${plural(others.length, "more unit")} (--json shows all)`]),
      ];
    }
  }
}

function renderTotals(totals: ReplayTotals, paint: Paint): readonly SafeText[] {
  const { compared, agreeing, stale, notDeterministic, notRun } = totals;
  const parts = [
    paint(
      stale > 0 ? "red" : "green",
      safe`${agreeing} of ${plural(compared, "commit")} ${compared === 1 ? "agrees" : "agree"}`,
    ),
    ...(stale > 0 ? [paint("red", safe`${stale} stale`)] : []),
    ...(notDeterministic > 0 ? [safe`${notDeterministic} not deterministic`] : []),
    ...(notRun > 0 ? [safe`${notRun} could not be compared`] : []),
  ];
  const units = safe`${totals.unitsStood} of ${totals.unitsRun + totals.unitsStood} units did not have to run (${formatPercent(totals.unitsSaved)})`;
  const time = safe`${formatDuration(totals.incrementalDuration)} incrementally, ${formatDuration(totals.fullDuration)} in full (${compareTimes(totals.timeSaved)})`;
  return [joinParts(parts, ", "), units, time];
}

function compareTimes(saved: number): string {
  return saved < 0 ? `${formatPercent(-saved)} more` : `${formatPercent(saved)} saved`;
}

function isTriggered(run: ReplayRun | null): boolean {
  return (run?.triggers.length ?? 0) > 0;
}

const CONFIGURATIONS: Readonly<Record<ReplayedCommit["configuration"], string>> = {
  commit: "the commit's own",
  given: "the given one",
  current: "your current one",
  inferred: "inferred",
};

const PACKAGES: Readonly<Record<ReplayedCommit["packages"], string>> = {
  linked: "linked from your checkout",
  prepared: "prepared",
  none: "none",
};

/** The conditions under which the commits were verified. */
function renderNotes(commits: readonly ReplayedCommit[]): readonly Part[] {
  const others = commits.filter(({ otherLockfile }) => otherLockfile).length;
  const configurations = countEach(commits.map(({ configuration }) => CONFIGURATIONS[configuration]));
  const packages = countEach(commits.map((commit) => PACKAGES[commit.packages]));
  return [
    ...(commits.some(({ incremental }) => isTriggered(incremental))
      ? ["* a trigger verified everything (--incremental overrides it)"]
      : []),
    ...(commits.length > 0 ? [safe`configuration: ${configurations}; packages: ${packages}`] : []),
    ...(others > 0
      ? [safe`${plural(others, "commit")} with a different lockfile than yours (see --prepare)`]
      : []),
  ];
}

/** The distinct words; if there are several, each with its count. */
function countEach(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => (counts.size === 1 ? word : `${word} (${count})`)).join(", ");
}

function short(commit: string): string {
  return hashPrefix(commit, 9);
}
