import type { ShownItem } from "../flow.ts";
import type { Brief, FlowEvent, FlowOutcome } from "../vocabulary/flow.ts";
import { formatCommand } from "../vocabulary/format-command.ts";
import type { CheckResult } from "../vocabulary/result.ts";
import type { StalenessReport } from "../vocabulary/workflow.ts";
import { findingLines } from "./finding-lines.ts";
import { clipList, plural, stripControl } from "./format.ts";
import type { Paint } from "./paint.ts";

/** `00-quick-scan` is `Phase 00: Quick Scan`; a key without a number is itself. */
export function phaseName(key: string): string {
  const [, number, rest = ""] = /^(\d+)-(.+)$/.exec(key) ?? [];
  if (number === undefined) return key;
  const words = rest.split("-").map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `Phase ${number}: ${words.join(" ")}`;
}

const lines = (...parts: readonly string[]): string => `${parts.join("\n")}\n`;
const phaseList = (keys: readonly string[], mark = ""): readonly string[] =>
  keys.map((key) => `  ${mark}${phaseName(key)}`);

type EventOf<T extends FlowEvent["type"]> = Extract<FlowEvent, { type: T }>;

export function renderStale({ slug, staleness, suggested }: EventOf<"stale">, paint: Paint): string {
  const { originalHash, currentHash, commitsBehind } = staleness;
  const ago = commitsBehind === null ? "" : ` (${plural(commitsBehind, "commit")} ago)`;
  return lines(
    paint(["yellow", "bold"], `STALENESS WARNING: ${slug}`),
    "",
    `Analysis was performed at commit ${originalHash}${ago}.`,
    `Current HEAD is ${currentHash}.`,
    ...renderCited(staleness),
    `Suggested: ${suggested}.`,
    "",
  );
}

const SHOWN = 12;

/** Whether the commits matter: which cited files changed, and through what. */
export function renderCited(staleness: StalenessReport): readonly string[] {
  const { citedChanges, citedCommits, commitsBehind } = staleness;
  if (commitsBehind === null) return ["Whether a file that its artifacts cite changed is not known."];
  if (citedChanges.length === 0) return ["No file that its artifacts cite was touched."];
  const many = citedCommits === null ? "" : ` by ${plural(citedCommits, "commit")}`;
  return [
    `${plural(citedChanges.length, "file")} that its artifacts cite ${citedChanges.length === 1 ? "was" : "were"} affected${many}:`,
    ...clipList(
      citedChanges.map(({ path, chain }) =>
        chain.length > 1 ? `  ${path} (through ${chain.slice(1).join(" -> ")})` : `  ${path}`,
      ),
      { most: SHOWN, indent: "  " },
    ),
  ];
}

export function renderPartial({ slug, completed, remaining }: EventOf<"partial">, paint: Paint): string {
  return lines(
    paint("bold", `PARTIAL ANALYSIS: ${slug}`),
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
): string {
  const how =
    status === "analyzed" ? "Fully analyzed" : `Partial (${completed.length} of ${of} phases complete)`;
  return lines(
    paint("bold", `BUILD SUMMARY: ${slug}`),
    "",
    `Analysis Status: ${how}`,
    "Completed phases:",
    ...phaseList(completed, "[done] "),
    "",
    "Build will execute:",
    ...phaseList(execute),
    "",
  );
}

export function renderOutcome(outcome: FlowOutcome, paint: Paint): string {
  switch (outcome.type) {
    case "completed":
      return outcome.mode === "build"
        ? lines(`${paint("green", "✓")} ${outcome.item} is built (${outcome.workflow}).`)
        : lines(
            `${paint("green", "✓")} ${outcome.item} is analysed.`,
            `  build it: ${flowCommand("build", outcome.item)}`,
          );
    case "waiting":
      return renderBrief(outcome.brief, paint);
    case "paused":
      return lines(
        `${paint("yellow", "■")} ${outcome.item} is paused before ${phaseName(outcome.next)}.`,
        `  go on: ${flowCommand(outcome.verb, outcome.item)}`,
      );
    case "failed":
      return lines(
        `${paint("red", "✗")} ${phaseName(outcome.phase)} of ${outcome.item} is not done: ${outcome.why}.`,
        ...outcome.details.map((line) => `    ${line}`),
        ...outcome.failedChecks
          .flatMap((check) => renderFailedCheck(check, paint))
          .map((line) => `    ${line}`),
        `  when it is mended: ${flowCommand(...outcome.again)}`,
      );
    case "interrupted":
      return lines(
        `${paint("yellow", "■")} ${phaseName(outcome.phase)} of ${outcome.item} was interrupted.`,
        `  go on: ${flowCommand(outcome.verb, outcome.item)}`,
      );
    case "declined":
      return lines("Declined: nothing was changed.");
  }
}

const SHOWN_LINES = 20;

/** What it found; where nothing could be read from its output, the end of that. */
function renderFailedCheck(result: CheckResult, paint: Paint): readonly string[] {
  const { check, why = "failed", errors, stdout, stderr } = result;
  const found = findingLines(errors, { paint, most: Infinity });
  const hidden = found.length - SHOWN_LINES;
  const more = `(${plural(hidden, "finding")} more; ${formatCommand(["verification", "--check", check, "--verbose"])} shows all)`;
  const output = stripControl(`${stdout}\n${stderr}`)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [
    `${check}: ${why}`,
    ...(found.length > 0 ? found.slice(0, SHOWN_LINES) : output.slice(-SHOWN_LINES)).map(
      (line) => `  ${line}`,
    ),
    ...(hidden > 0 ? [paint("dim", `  ${more}`)] : []),
  ];
}

function flowCommand(...words: readonly string[]): string {
  return formatCommand(["verification", "flow", ...words]);
}

function renderBrief(brief: Brief, paint: Paint): string {
  const list = (title: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `  ${item}`)];
  return lines(
    paint("bold", `${phaseName(brief.phase)} is handed over to you.`),
    "",
    `Item:      ${brief.item} (${brief.description})`,
    `Workflow:  ${brief.workflow}`,
    `Task:      ${brief.task}`,
    `Directory: ${brief.directory}`,
    ...list("Produce", brief.produce),
    ...(brief.suggestion === null ? [] : [`Usually in: ${brief.suggestion}`]),
    ...list("Work from", brief.from),
    ...list("Checks that must pass", brief.checks),
    ...list("Checks with these tags must pass", brief.tags),
    "",
    `When it is done: ${flowCommand("done", brief.phase)}`,
  );
}

export function renderShown(item: ShownItem, paint: Paint): string {
  const { staleness, active } = item;
  return lines(
    `${paint("bold", item.slug)} ${item.description}`,
    `  directory  ${item.dir}`,
    `  status     ${item.status}${item.builtAt === null ? "" : `, built ${item.builtAt}`}`,
    ...(active === null ? [] : [`  active     ${describeActive(active)}`]),
    `  completed  ${item.completedPhases.join(", ") || "nothing"}`,
    `  remaining  ${item.remainingPhases.join(", ") || "nothing"}`,
    `  staleness  ${describeStaleness(item)}`,
    ...(staleness.stale ? renderCited(staleness).map((line) => `             ${line}`) : []),
    ...item.warnings.map((warning) => `  ${paint("yellow", "warning:")} ${warning}`),
  );
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
export function renderBoard({ items }: { readonly items: readonly ShownItem[] }, paint: Paint): string {
  if (items.length === 0)
    return lines("There is no item yet. `verification flow add <description>` makes one.");
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
  const table = [["no", "", "item", "status", "phase", "staleness"], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const text = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines(paint("dim", text[0] ?? ""), ...text.slice(1));
}

function order({ number }: ShownItem): number {
  return number === null ? Infinity : Number.parseFloat(number);
}
