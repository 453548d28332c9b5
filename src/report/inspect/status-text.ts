import type { RangeStatus } from "../../inspect/range-status.ts";
import type { Status } from "../../inspect/status.ts";
import { explainTrigger } from "../../wording/explain-trigger.ts";
import { clipList, plural, hashPrefix } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, type Part, safe, type SafeText } from "../print/safe-text.ts";
import { describeChange, renderImpact, renderTrigger } from "../run/impact-text.ts";
import { renderRenames } from "../run/renames-text.ts";
import { renderMissingTracer } from "../run/tracer-text.ts";

/** How many changes are listed; the rest is counted. */
const SHOWN = 15;

export function renderStatus(status: Status, paint: Paint): SafeText {
  const { changes, checks, baseline } = status;
  const triggered = renderTrigger(status.trigger, { isDone: false });
  const isSaid = (detail: string): boolean =>
    triggered !== "" && detail.endsWith(explainTrigger(status.trigger));
  const lines = [
    safe`${paint("bold", status.branch ?? "(no branch)")} ${paint("dim", status.commit === null ? "no commit" : hashPrefix(status.commit))}${status.uncommittedFiles.length > 0 ? safe`, ${plural(status.uncommittedFiles.length, "uncommitted file")}` : ""}`,
    baseline === null
      ? safe`Last verified: ${changes.baselineProblem ?? "never"}`
      : safe`Last verified: ${baseline.timestamp}${baseline.commitHash === null ? "" : safe` at ${hashPrefix(baseline.commitHash)}`}`,
    "",
    ...(changes.baselineProblem === null
      ? listChanges(status, paint)
      : [safe`${plural(changes.addedFiles.length, "file")}, none verified yet`]),
    ...renderImpact(status.impact, paint),
    ...(triggered === "" ? [] : ["", triggered]),
    "",
    ...checks.map(({ check, decision, unitsToRun, unitsStanding, unitsStandingFailed, detail }) => {
      if (decision === "run")
        return safe`${paint("cyan", "▸")} ${check} would run${isSaid(detail) ? ": everything is verified (see above)" : safe`: ${detail}`}${count(unitsToRun, unitsStanding)}`;
      if (decision === "stand" && unitsStandingFailed > 0)
        return safe`${paint("red", "✗")} ${check} failed with these inputs, and still does`;
      if (decision === "stand") return safe`${paint("green", "=")} ${check} cached`;
      return safe`${paint("yellow", "○")} ${check} ${decision === "blocked" ? detail : safe`would be skipped: ${detail}`}`;
    }),
    ...describeUnstable(status, paint),
    ...describeKinds(status, paint),
  ];
  return joinLines([...lines, ""]);
}

/** Why some checks are never cached. */
function describeUnstable({ checks }: Status, paint: Paint): readonly Part[] {
  const warnings = checks.flatMap(({ unsettled }) => unsettled);
  if (warnings.length === 0) return [];
  const lines = warnings.map((each) => safe`${paint("yellow", "never cached:")} ${each}`);
  return ["", ...clipList(lines, { most: SHOWN, hint: "--json shows all" })];
}

/** What changed between two commits. */
export function renderRange({ from, to, changes }: RangeStatus, paint: Paint): SafeText {
  return joinLines([
    paint("bold", safe`${hashPrefix(from)}..${hashPrefix(to)}`),
    ...listChanges({ changes }, paint),
    "",
  ]);
}

/** How many cached verdicts are observed or predicted, and how to get a tracer. */
function describeKinds({ checks, trace }: Status, paint: Paint): readonly Part[] {
  const total = (of: "observed" | "predicted"): number => checks.reduce((sum, each) => sum + each[of], 0);
  const [observed, predicted] = [total("observed"), total("predicted")];
  const counts =
    observed + predicted === 0
      ? []
      : [
          paint(
            "dim",
            safe`${observed} observed and ${predicted} predicted of ${observed + predicted} cached`,
          ),
        ];
  const hint = trace === null || trace.available ? [] : renderMissingTracer(trace);
  return counts.length + hint.length === 0 ? [] : ["", ...counts, ...hint];
}

function count(run: number, stand: number): Part {
  return run + stand > 1 ? safe` (${plural(run, "file")}, ${stand} cached)` : "";
}

function listChanges({ changes }: Pick<Status, "changes">, paint: Paint): readonly Part[] {
  const all = [
    ...changes.addedFiles.map((path) => safe`${paint("green", "A")} ${path}`),
    ...changes.changedFiles.map(
      (file) => safe`${paint("yellow", "M")} ${file.path} ${paint("dim", describeChange(file))}`,
    ),
    ...changes.deletedFiles.map((path) => safe`${paint("red", "D")} ${path}`),
    ...renderRenames(changes.renamedFiles).map((line) => safe`${paint("cyan", "R")} ${line}`),
  ];
  if (all.length === 0) return ["Nothing changed since."];
  const { addedFiles, changedFiles, deletedFiles, renamedFiles } = changes;
  const count = addedFiles.length + changedFiles.length + deletedFiles.length + renamedFiles.length;
  return [
    safe`${plural(count, "change")} since, ${plural(changes.unchangedCount, "file")} unchanged`,
    ...clipList(all, { most: SHOWN }),
  ];
}
