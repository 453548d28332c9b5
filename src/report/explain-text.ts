import type { Explanation, FileInGraph, UnitExplanation } from "../explain.ts";
import type { Status } from "../status.ts";
import { explainOrigin, formatSimilarity } from "../vocabulary/explain.ts";
import { explainTrigger } from "../vocabulary/trigger.ts";
import { shorten } from "../vocabulary/shorten.ts";
import { clipList, plural, shortHash } from "./format.ts";
import { describeChange, renderImpact, renderTrigger } from "./impact-text.ts";
import type { Paint } from "./paint.ts";
import { renderRenames } from "./renames-text.ts";

/** Units that are spelled out; the rest is counted. */
const SHOWN = 15;

export function renderExplanation(explanation: Explanation, paint: Paint): string {
  const { subject, units, earlierNames, opaqueImports } = explanation;
  const lines = [
    paint("bold", subject.name),
    ...units.slice(0, SHOWN).flatMap((unit) => explainUnit(unit, subject.type, paint)),
  ];
  if (units.length > SHOWN)
    lines.push(`  ... and ${plural(units.length - SHOWN, "more unit")} (--json shows all)`);
  if (units.length === 0) lines.push("  no check covers it");
  for (const { path, similarity, runId } of earlierNames) {
    const when = runId === null ? "" : paint("dim", `, found by run ${runId}`);
    lines.push(`  ${paint("cyan", "was")}  ${path} (${formatSimilarity(similarity)})${when}`);
  }
  for (const { path, line } of opaqueImports) {
    lines.push(
      `  ${paint("yellow", "opaque")}  ${path}:${line} imports something that only running it can tell, so the whole project counts`,
    );
  }
  return `${lines.join("\n")}\n`;
}

function explainUnit(unit: UnitExplanation, subject: "file" | "check", paint: Paint): readonly string[] {
  const name = subject === "file" ? unit.check : unit.target === "" ? "the whole project" : unit.target;
  const mark = unit.decision === "run" ? paint("cyan", "runs") : paint("green", "stands");
  const since =
    unit.verdict === null
      ? ""
      : paint("dim", ` (${unit.verdict.status} in run ${unit.verdict.runId}, ${unit.verdict.at})`);
  const chain =
    "chain" in unit.reason && unit.reason.chain.length > 1
      ? [`      ${paint("dim", "through")} ${unit.reason.chain.join(" -> ")}`]
      : [];
  const what = "what" in unit.reason ? unit.reason.what : unit.detail;
  const notes = unit.annotations
    .filter(({ type }) => type !== unit.reason.type)
    .map((annotation) => `, ${explainOrigin(annotation)}`);
  return [
    `  ${mark}  ${name}${unit.decision === "run" ? `: ${what}` : ""}${notes.join("")}${since}`,
    ...chain,
    ...differencesOf(unit)
      .slice(0, SHOWN)
      .map(({ what, before, after }) => `      ${paint("dim", what)} ${short(before)} -> ${short(after)}`),
  ];
}

/** From which value to which: the files where the reason knows them, and every component that is not just a hash. */
function differencesOf({
  reason,
  differences,
}: UnitExplanation): readonly { what: string; before: string; after: string }[] {
  const files =
    "changes" in reason
      ? reason.changes.map(({ path, before, after }) => ({
          what: path,
          before: before ?? "absent",
          after: after ?? "absent",
        }))
      : [];
  const values = differences.filter(
    ({ before, after }) => !/^[0-9a-f]{32,}$/.test(before) && !/^[0-9a-f]{32,}$/.test(after),
  );
  return [...files, ...values.map(({ component, before, after }) => ({ what: component, before, after }))];
}

function short(value: string): string {
  return shorten(value.replaceAll("\n", "; "), 60);
}

export function renderStatus(status: Status, paint: Paint): string {
  const { changes, checks, baseline } = status;
  const triggered = renderTrigger(status.trigger, { isDone: false });
  const isSaid = (detail: string): boolean =>
    triggered !== "" && detail.endsWith(explainTrigger(status.trigger));
  const lines = [
    `${paint("bold", status.branch ?? "(no branch)")} ${paint("dim", status.commit === null ? "no commit" : shortHash(status.commit))}${status.uncommittedFiles.length > 0 ? `, ${plural(status.uncommittedFiles.length, "uncommitted file")}` : ""}`,
    baseline === null
      ? `Last verified: ${changes.baselineProblem ?? "never"}`
      : `Last verified: ${baseline.timestamp}${baseline.commitHash === null ? "" : ` at ${shortHash(baseline.commitHash)}`}`,
    "",
    ...(changes.baselineProblem === null
      ? listChanges(status, paint)
      : [`${plural(changes.addedFiles.length, "file")}, none of them known to be verified`]),
    ...renderImpact(status.impact, paint),
    ...(triggered === "" ? [] : ["", triggered]),
    "",
    ...checks.map(({ check, decision, unitsToRun, unitsStanding, unitsStandingFailed, detail }) => {
      if (decision === "run")
        return `${paint("cyan", "▸")} ${check} would run${isSaid(detail) ? "" : `: ${detail}`}${count(unitsToRun, unitsStanding)}`;
      if (decision === "stand" && unitsStandingFailed > 0)
        return `${paint("red", "✗")} ${check} failed with these inputs, and still does`;
      if (decision === "stand") return `${paint("green", "=")} ${check} stands`;
      return `${paint("yellow", "○")} ${check} ${decision === "blocked" ? detail : `would be skipped: ${detail}`}`;
    }),
  ];
  return `${lines.join("\n")}\n`;
}

function count(run: number, stand: number): string {
  return run + stand > 1 ? ` (${plural(run, "file")}, ${stand} stand)` : "";
}

function listChanges({ changes }: Status, paint: Paint): readonly string[] {
  const all = [
    ...changes.addedFiles.map((path) => `${paint("green", "A")} ${path}`),
    ...changes.changedFiles.map(
      (file) => `${paint("yellow", "M")} ${file.path} ${paint("dim", describeChange(file))}`,
    ),
    ...changes.deletedFiles.map((path) => `${paint("red", "D")} ${path}`),
    ...renderRenames(changes.renamedFiles).map((line) => `${paint("cyan", "R")} ${line}`),
  ];
  if (all.length === 0) return ["Nothing changed since."];
  const { addedFiles, changedFiles, deletedFiles, renamedFiles } = changes;
  const count = addedFiles.length + changedFiles.length + deletedFiles.length + renamedFiles.length;
  return [
    `${plural(count, "change")} since, ${plural(changes.unchangedCount, "file")} unchanged`,
    ...clipList(all, { most: SHOWN }),
  ];
}

export function renderGraph(file: FileInGraph, paint: Paint): string {
  const list = (title: string, items: readonly string[]): readonly string[] =>
    items.length === 0
      ? []
      : [
          "",
          `${paint("bold", title)} ${paint("dim", `(${items.length})`)}`,
          ...clipList(items, { most: 3 * SHOWN, hint: "--json shows all" }).map((item) => `  ${item}`),
        ];
  const kind = (type: string, strength: string): string =>
    paint("dim", strength === "weak" ? `${type}, weak` : type);
  const lines = [
    paint("bold", file.file),
    ...list(
      "depends on",
      file.dependencies.map(
        ({ to, type, strength, line }) => `${to} ${kind(type, strength)} ${paint("dim", `line ${line}`)}`,
      ),
    ),
    ...list("packages", file.packages),
    ...list("not tracked", file.outside),
    ...list(
      "leads nowhere",
      file.unresolved.map(({ specifier, line }) => `${specifier} ${paint("dim", `line ${line}`)}`),
    ),
    ...list(
      "known only when run",
      file.opaque.map(({ specifier, line }) => `${specifier} ${paint("dim", `line ${line}`)}`),
    ),
    ...list(
      "is used by",
      file.dependents.map(
        ({ from, type, strength, line }) => `${from} ${kind(type, strength)} ${paint("dim", `line ${line}`)}`,
      ),
    ),
    ...list(
      "a change reaches",
      file.transitiveDependents.map(({ path, chain }) =>
        chain.length > 2 ? `${path} ${paint("dim", `through ${chain.slice(1, -1).join(" -> ")}`)}` : path,
      ),
    ),
    ...list("in a cycle with", file.cycle),
  ];
  if (lines.length === 1) lines.push("  depends on nothing and nothing depends on it");
  return `${lines.join("\n")}\n`;
}
