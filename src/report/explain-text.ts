import type { Explanation, UnitExplanation } from "../explain.ts";
import type { FileInGraph } from "../graph-of.ts";
import type { RangeStatus } from "../range-status.ts";
import type { Status } from "../status.ts";
import type { Access } from "../vocabulary/path-set.ts";
import { explainOrigin, formatSimilarity } from "../vocabulary/explain.ts";
import { explainTrigger } from "../vocabulary/trigger.ts";
import { shorten } from "../vocabulary/shorten.ts";
import { clipList, plural, shortHash } from "./format.ts";
import { describeChange, renderImpact, renderTrigger } from "./impact-text.ts";
import type { Paint } from "./paint.ts";
import { renderRenames } from "./renames-text.ts";
import { renderMissingTracer } from "./tracer-text.ts";
import { joinLines, joinParts, safe, type Part, type SafeText } from "./safe-text.ts";

/** Units that are spelled out; the rest is counted. */
const SHOWN = 15;

export function renderExplanation(
  explanation: Explanation,
  paint: Paint,
  { isVerbose = false }: { readonly isVerbose?: boolean } = {},
): SafeText {
  const { subject, units, earlierNames, opaqueImports } = explanation;
  const lines: Part[] = [
    paint("bold", subject.name),
    ...(explanation.description === "" ? [] : [safe`  ${paint("dim", explanation.description)}`]),
    ...describeDeleted(explanation, paint),
    ...describeTargets(explanation, paint),
    ...units
      .slice(0, isVerbose ? units.length : SHOWN)
      .flatMap((unit) => [
        ...explainUnit(unit, subject.type, paint),
        ...(isVerbose ? listInputs(unit, paint) : []),
      ]),
  ];
  if (units.length > SHOWN && !isVerbose)
    lines.push(safe`  ... and ${plural(units.length - SHOWN, "more unit")} (--json shows all)`);
  if (units.length === 0 && explanation.deleted === null) lines.push("  no check covers it");
  for (const { path, similarity, runId } of earlierNames) {
    const when = runId === null ? "" : paint("dim", safe`, found by run ${runId}`);
    lines.push(safe`  ${paint("cyan", "was")}  ${path} (${formatSimilarity(similarity)})${when}`);
  }
  const opaque = opaqueImports.map(
    ({ path, line, specifier }) =>
      safe`  ${paint("yellow", "opaque")}  ${path}:${line} imports something that only running it can tell (${specifier.replace(/^\(|\)$/g, "")}), so the whole project counts`,
  );
  lines.push(...clipList(opaque, { most: SHOWN, indent: "  ", hint: "--json shows all" }));
  return joinLines([...lines, ""]);
}

/** What became of a file that is gone: its verdicts, and below them what depended on it. */
function describeDeleted({ deleted, units }: Explanation, paint: Paint): readonly Part[] {
  if (deleted === null) return [];
  const when = deleted.foundAt === null ? "since the last run" : `found by the run of ${deleted.foundAt}`;
  const last = deleted.verdicts.map(
    ({ check, status, runId, at }) =>
      safe`  ${paint("dim", "was")}  ${check}: ${status} in run ${runId}, ${at}`,
  );
  return [
    safe`  ${paint("red", "deleted")}, ${when}`,
    ...clipList(last, { most: SHOWN, indent: "  " }),
    ...(units.length === 0 ? ["  nothing has to run because of it"] : []),
  ];
}

/** Who says which files the check is applied to, where it is its tool. */
function describeTargets({ targets, units }: Explanation, paint: Paint): readonly Part[] {
  if (targets === null || targets.tool === null) return [];
  const said =
    targets.from === "tool"
      ? safe`${plural(units.length, "file")}, as ${targets.tool} lists them`
      : safe`${targets.globs.join(", ")}: ${targets.tool} did not say which files it takes (${targets.why ?? "stopped"})`;
  return [safe`  ${paint("cyan", "targets")}  ${said}`];
}

function explainUnit(unit: UnitExplanation, subject: "file" | "check", paint: Paint): readonly Part[] {
  const name = subject === "file" ? unit.check : unit.target === "" ? "the whole project" : unit.target;
  const mark = unit.decision === "run" ? paint("cyan", "runs") : paint("green", "stands");
  const since =
    unit.verdict === null
      ? ""
      : paint(
          "dim",
          safe` (${unit.verdict.status} in run ${unit.verdict.runId}${describeWorktree(unit.verdict)}, ${describeKind(unit.verdict)}, ${unit.verdict.at})`,
        );
  const chain =
    "chain" in unit.reason && unit.reason.chain.length > 1
      ? [safe`      ${paint("dim", "through")} ${joinParts(unit.reason.chain, " -> ")}`]
      : [];
  const what = "what" in unit.reason ? unit.reason.what : unit.detail;
  const notes = unit.annotations
    .filter(({ type }) => type !== unit.reason.type)
    .map((annotation) => `, ${explainOrigin(annotation)}`);
  return [
    safe`  ${mark}  ${name}${unit.decision === "run" ? safe`: ${what}` : ""}${notes.join("")}${since}`,
    ...chain,
    ...differencesOf(unit)
      .slice(0, SHOWN)
      .map(
        ({ what, before, after }) => safe`      ${paint("dim", what)} ${short(before)} -> ${short(after)}`,
      ),
  ];
}

function describeKind({ kind, unobserved }: NonNullable<UnitExplanation["verdict"]>): string {
  return unobserved === null ? kind : `${kind}: ${unobserved}`;
}

const DEEDS: Readonly<Record<Access, string>> = {
  content: "read",
  module: "read",
  presence: "looked for",
  names: "listed",
};

/** All that its verdict depends on beside its target, as far as it was seen; else what it is predicted from. */
function listInputs({ pathSet }: UnitExplanation, paint: Paint): readonly Part[] {
  const { accesses, parts, kind } = pathSet;
  return [
    ...(parts.length === 0
      ? []
      : [safe`      ${paint("dim", kind === "observed" ? "and by" : "predicted by")} ${parts.join(", ")}`]),
    ...accesses.map(({ path, access }) => safe`      ${paint("dim", DEEDS[access].padEnd(10))} ${path}`),
  ];
}

function describeWorktree({ worktree }: { readonly worktree: string | null }): Part {
  return worktree === null ? "" : safe` in the worktree ${worktree}`;
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

export function renderStatus(status: Status, paint: Paint): SafeText {
  const { changes, checks, baseline } = status;
  const triggered = renderTrigger(status.trigger, { isDone: false });
  const isSaid = (detail: string): boolean =>
    triggered !== "" && detail.endsWith(explainTrigger(status.trigger));
  const lines = [
    safe`${paint("bold", status.branch ?? "(no branch)")} ${paint("dim", status.commit === null ? "no commit" : shortHash(status.commit))}${status.uncommittedFiles.length > 0 ? safe`, ${plural(status.uncommittedFiles.length, "uncommitted file")}` : ""}`,
    baseline === null
      ? safe`Last verified: ${changes.baselineProblem ?? "never"}`
      : safe`Last verified: ${baseline.timestamp}${baseline.commitHash === null ? "" : safe` at ${shortHash(baseline.commitHash)}`}`,
    "",
    ...(changes.baselineProblem === null
      ? listChanges(status, paint)
      : [safe`${plural(changes.addedFiles.length, "file")}, none of them known to be verified`]),
    ...renderImpact(status.impact, paint),
    ...(triggered === "" ? [] : ["", triggered]),
    "",
    ...checks.map(({ check, decision, unitsToRun, unitsStanding, unitsStandingFailed, detail }) => {
      if (decision === "run")
        return safe`${paint("cyan", "▸")} ${check} would run${isSaid(detail) ? ": everything is verified, as said above" : safe`: ${detail}`}${count(unitsToRun, unitsStanding)}`;
      if (decision === "stand" && unitsStandingFailed > 0)
        return safe`${paint("red", "✗")} ${check} failed with these inputs, and still does`;
      if (decision === "stand") return safe`${paint("green", "=")} ${check} stands`;
      return safe`${paint("yellow", "○")} ${check} ${decision === "blocked" ? detail : safe`would be skipped: ${detail}`}`;
    }),
    ...describeKinds(status, paint),
  ];
  return joinLines([...lines, ""]);
}

/** What changed between two commits. */
export function renderRange({ from, to, changes }: RangeStatus, paint: Paint): SafeText {
  return joinLines([
    paint("bold", safe`${shortHash(from)}..${shortHash(to)}`),
    ...listChanges({ changes }, paint),
    "",
  ]);
}

/** By which of the two ways cached verdicts are known, and how to have the better one. */
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
  return run + stand > 1 ? safe` (${plural(run, "file")}, ${stand} stand)` : "";
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

export function renderGraph(file: FileInGraph, paint: Paint): SafeText {
  const list = (title: string, items: readonly Part[]): readonly Part[] =>
    items.length === 0
      ? []
      : [
          "",
          safe`${paint("bold", title)} ${paint("dim", safe`(${items.length})`)}`,
          ...clipList(items, { most: 3 * SHOWN, hint: "--json shows all" }).map((item) => safe`  ${item}`),
        ];
  const kind = (type: string, strength: string): SafeText =>
    paint("dim", strength === "weak" ? safe`${type}, weak` : type);
  const lines: Part[] = [
    paint("bold", file.file),
    ...list(
      "depends on",
      file.dependencies.map(
        ({ to, type, strength, line }) =>
          safe`${to} ${kind(type, strength)} ${paint("dim", safe`line ${line}`)}`,
      ),
    ),
    ...list("packages", file.packages),
    ...list("not tracked", file.outside),
    ...list(
      "leads nowhere",
      file.unresolved.map(({ specifier, line }) => safe`${specifier} ${paint("dim", safe`line ${line}`)}`),
    ),
    ...list(
      "known only when run",
      file.opaque.map(({ specifier, line }) => safe`${specifier} ${paint("dim", safe`line ${line}`)}`),
    ),
    ...list(
      "is used by",
      file.dependents.map(
        ({ from, type, strength, line }) =>
          safe`${from} ${kind(type, strength)} ${paint("dim", safe`line ${line}`)}`,
      ),
    ),
    ...list(
      "a change reaches",
      file.transitiveDependents.map(({ path, chain }) =>
        chain.length > 2
          ? safe`${path} ${paint("dim", safe`through ${joinParts(chain.slice(1, -1), " -> ")}`)}`
          : path,
      ),
    ),
    ...list("in a cycle with", file.cycle),
  ];
  if (lines.length === 1) lines.push("  depends on nothing and nothing depends on it");
  return joinLines([...lines, ""]);
}
