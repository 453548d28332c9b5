import type { ShownItem } from "../../flow/flow.ts";
import type { Brief, FlowEvent, FlowOutcome } from "../../vocabulary/flow/flow.ts";
import type { StalenessReport } from "../../vocabulary/flow/workflow.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { asTyped, type Program } from "../as-typed.ts";
import { clipList, plural } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { plain } from "../print/plain.ts";
import { joinLines, joinParts, type Part, safe, safeLines, type SafeText } from "../print/safe-text.ts";
import { renderTable } from "../print/table.ts";
import { findingLines } from "../run/finding-lines.ts";

/** `00-quick-scan` becomes `Phase 00: Quick Scan`; a key without a number stays as it is. */
export function phaseName(key: string): string {
  const [, number, rest = ""] = /^(\d+)-(.+)$/.exec(key) ?? [];
  if (number === undefined) return key;
  const words = rest.split("-").map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `Phase ${number}: ${words.join(" ")}`;
}

const lines = (...parts: readonly Part[]): SafeText => joinLines([...parts, ""]);
const phaseList = (keys: readonly string[], mark = ""): readonly Part[] =>
  keys.map((key) => safe`  ${mark}${phaseName(key)}`);

type EventOf<T extends FlowEvent["type"]> = Extract<FlowEvent, { type: T }>;

export function renderStale({ slug, staleness, suggested }: EventOf<"stale">, paint: Paint): SafeText {
  const { originalHash, currentHash, commitsBehind } = staleness;
  const ago = commitsBehind === null ? "" : safe` (${plural(commitsBehind, "commit")} ago)`;
  return lines(
    paint(["yellow", "bold"], safe`STALENESS WARNING: ${slug}`),
    "",
    safe`Analysis was performed at commit ${originalHash ?? ""}${ago}.`,
    safe`Current HEAD is ${currentHash ?? ""}.`,
    ...renderCited(staleness),
    safe`Suggested: ${suggested}.`,
    "",
  );
}

const SHOWN = 12;

/** Whether the commits matter: which cited files changed, and why they are cited. */
export function renderCited(staleness: StalenessReport): readonly Part[] {
  const { citedChanges, citedCommits, commitsBehind } = staleness;
  if (commitsBehind === null) return ["It is not known whether a file that its artifacts cite changed."];
  if (citedChanges.length === 0) return ["No file that its artifacts cite was touched."];
  const many = citedCommits === null ? "" : safe` by ${plural(citedCommits, "commit")}`;
  return [
    safe`${plural(citedChanges.length, "file")} that its artifacts cite ${citedChanges.length === 1 ? "was" : "were"} affected${many}:`,
    ...clipList(
      citedChanges.map(({ path, chain }) =>
        chain.length > 1 ? safe`  ${path} (through ${joinParts(chain.slice(1), " -> ")})` : safe`  ${path}`,
      ),
      { most: SHOWN, indent: "  " },
    ),
  ];
}

/** The warning that an item's branch would bring back older files. */
export function renderBehind({ branch, here, commits }: EventOf<"behind">, paint: Paint): SafeText {
  return lines(
    paint(["yellow", "bold"], safe`BRANCH BEHIND: ${branch}`),
    "",
    safe`It exists already, and lacks ${plural(commits, "commit")} of ${here}, which is checked out.`,
    "",
  );
}

export function renderPartial({ slug, completed, remaining }: EventOf<"partial">, paint: Paint): SafeText {
  return lines(
    paint("bold", safe`PARTIAL ANALYSIS: ${slug}`),
    "",
    "Completed phases:",
    ...phaseList(completed, "[done] "),
    "",
    "Remaining analysis phases:",
    ...phaseList(remaining),
    "",
  );
}

export function renderSummary(
  { slug, status, completed, of, execute }: EventOf<"summary">,
  paint: Paint,
): SafeText {
  const how =
    status === "analyzed" ? "Fully analyzed" : safe`Partial (${completed.length} of ${of} phases complete)`;
  return lines(
    paint("bold", safe`BUILD SUMMARY: ${slug}`),
    "",
    safe`Analysis Status: ${how}`,
    "Completed phases:",
    ...phaseList(completed, "[done] "),
    "",
    "Build will execute:",
    ...phaseList(execute),
    "",
  );
}

export function renderOutcome(outcome: FlowOutcome, paint: Paint, program: Program): SafeText {
  const flowCommand = (...words: readonly string[]): string => formatCommand([...program, "flow", ...words]);
  switch (outcome.type) {
    case "completed":
      return outcome.mode === "build"
        ? lines(safe`${paint("green", "✓")} ${outcome.item} is built (${outcome.workflow}).`)
        : lines(
            safe`${paint("green", "✓")} ${outcome.item} is analysed.`,
            safe`  build it: ${flowCommand("build", outcome.item)}`,
          );
    case "waiting":
      return renderBrief(outcome.brief, flowCommand("done", outcome.brief.phase), paint);
    case "paused":
      return lines(
        safe`${paint("yellow", "■")} ${outcome.item} is paused before ${phaseName(outcome.next)}.`,
        safe`  continue: ${flowCommand(outcome.verb, outcome.item)}`,
      );
    case "failed":
      return lines(
        safe`${paint("red", "✗")} ${phaseName(outcome.phase)} of ${outcome.item} is not done: ${outcome.why}.`,
        ...outcome.details.map((line) => safe`    ${line}`),
        ...outcome.failedChecks
          .flatMap((check) => renderFailedCheck(check, paint, program))
          .map((line) => safe`    ${line}`),
        safe`  once it is fixed: ${flowCommand(...outcome.again)}`,
      );
    case "interrupted":
      return lines(
        safe`${paint("yellow", "■")} ${phaseName(outcome.phase)} of ${outcome.item} was interrupted.`,
        safe`  continue: ${flowCommand(outcome.verb, outcome.item)}`,
      );
    case "declined":
      return lines("Declined: nothing was changed.");
  }
}

const SHOWN_LINES = 20;

/** Its findings, or the end of its output if there are none. */
function renderFailedCheck(result: CheckResult, paint: Paint, program: Program): readonly Part[] {
  const { check, why = "failed", errors, stdout, stderr } = result;
  const found = findingLines(errors, { paint, most: Infinity });
  const hidden = found.length - SHOWN_LINES;
  const more = safe`(${plural(hidden, "finding")} more; ${formatCommand([...program, "--check", check, "--verbose"])} shows all)`;
  const output = plain(`${stdout}\n${stderr}`)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(safeLines);
  return [
    safe`${check}: ${why}`,
    ...(found.length > 0 ? found.slice(0, SHOWN_LINES) : output.slice(-SHOWN_LINES)).map(
      (line) => safe`  ${line}`,
    ),
    ...(hidden > 0 ? [paint("dim", safe`  ${more}`)] : []),
  ];
}

function renderBrief(brief: Brief, next: string, paint: Paint): SafeText {
  const list = (title: string, items: readonly string[]): readonly Part[] =>
    items.length === 0 ? [] : [safe`${title}:`, ...items.map((item) => safe`  ${item}`)];
  return lines(
    paint("bold", safe`${phaseName(brief.phase)} is handed over to you.`),
    "",
    safe`Item:      ${brief.item} (${brief.description})`,
    safe`Workflow:  ${brief.workflow}`,
    safe`Task:      ${brief.task}`,
    safe`Directory: ${brief.directory}`,
    ...list("Produce", brief.produce),
    ...(brief.suggestion === null ? [] : [safe`Usually in: ${brief.suggestion}`]),
    ...list("Work from", brief.from),
    ...list("Checks that must pass", brief.checks),
    ...list("Checks with these tags must pass", brief.tags),
    "",
    safe`When it is done: ${next}`,
  );
}

export function renderShown(item: ShownItem, paint: Paint): SafeText {
  const { staleness, active } = item;
  return lines(
    safe`${paint("bold", item.slug)} ${item.description}`,
    safe`  directory  ${item.dir}`,
    safe`  status     ${item.status}${item.builtAt === null ? "" : safe`, built ${item.builtAt}`}`,
    ...(active === null ? [] : [safe`  active     ${describeActive(active)}`]),
    safe`  completed  ${list(item.completedPhases)}`,
    safe`  remaining  ${list(item.remainingPhases)}`,
    safe`  staleness  ${describeStaleness(item)}`,
    ...(staleness.stale ? renderCited(staleness).map((line) => safe`             ${line}`) : []),
    ...item.warnings.map((warning) => safe`  ${paint("yellow", "warning:")} ${warning}`),
  );
}

function list(phases: readonly string[]): Part {
  return phases.length === 0 ? "nothing" : joinParts(phases, ", ");
}

function describeActive({ workflow, mode, phase, status }: NonNullable<ShownItem["active"]>): string {
  const what = mode === "analyze" ? "analysis" : workflow;
  return phase === null ? `${what}, all phases done` : `${what}, ${phase} (${status})`;
}

function describeStaleness({ status, completedPhases, staleness }: ShownItem): string {
  const { stale, commitsBehind, citedFilesChanged, originalHash } = staleness;
  if (status === "raw" || completedPhases.length === 0) return "-";
  if (!stale) return originalHash === null ? "not known" : "current";
  if (commitsBehind === null) return `stale, ${originalHash} is not known here`;
  const cited = citedFilesChanged.length;
  return `stale, ${plural(commitsBehind, "commit")}, ${cited === 0 ? "no cited file" : plural(cited, "cited file")} affected`;
}

/** A row for each item, in the order of the backlog. */
export function renderBoard(
  { items }: { readonly items: readonly ShownItem[] },
  paint: Paint,
  program: Program,
): SafeText {
  if (items.length === 0)
    return lines(asTyped("There is no item yet. `verification flow add <description>` adds one.", program));
  const rows = items
    .toSorted((one, other) => order(one) - order(other))
    .map((item) => [
      item.number ?? "",
      `[${item.marker ?? " "}]`,
      item.slug,
      item.status,
      item.active === null ? (item.remainingPhases[0] ?? "") : describeActive(item.active),
      describeStaleness(item),
    ]);
  const columns = ["no", "", "item", "status", "phase", "staleness"].map((title) => ({ title }));
  return lines(...renderTable(columns, rows, paint));
}

function order({ number }: ShownItem): number {
  return number === null ? Infinity : Number.parseFloat(number);
}
