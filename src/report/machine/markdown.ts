import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { ReportedFinding } from "../../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { formatPlace } from "../../wording/format-place.ts";
import { describeFindings, describeVerdict } from "../describe-findings.ts";
import { describeUnits, formatDuration, plural } from "../format.ts";
import { orderFindings } from "../order-findings.ts";
import { plain, plainLine } from "../print/plain.ts";
import { renderTrigger } from "../run/impact-text.ts";
import { describeOutcome, describeTouched } from "../run/recovery-text.ts";
import { listReplayed, type RerunOptions, TYPED } from "../run/replayed.ts";

const SHOWN = 40;
/** A comment on GitHub can have 65,536 characters. */
const LONGEST = 60_000;

/** For a comment on a pull request, and for the summary of a job. */
export function renderMarkdown(result: VerificationResult, options: RerunOptions = TYPED): string {
  const trigger = renderTrigger(result.trigger, { isDone: true });
  const blocks = [
    `### ${result.success ? "✅" : "❌"} ${describeVerdict(result)}`,
    renderCounts(result),
    ...(result.reason === null ? [] : [`Reason: ${code(result.reason)}`]),
    renderChecks(result),
    renderReplayed(result, options),
    renderRecovery(result),
    renderFindings(result),
    ...(trigger === "" ? [] : [code(trigger)]),
  ].filter((block) => block !== "");
  let length = 0;
  const fitting = blocks.filter((block) => (length += block.length + 2) <= LONGEST);
  const note = fitting.length < blocks.length ? ["The rest is too long to show here."] : [];
  return `${[...fitting, ...note].join("\n\n")}\n`;
}

function renderCounts(result: VerificationResult): string {
  const { passed, failed, skipped, filesVerified, cacheHits, duration } = result;
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    `${filesVerified} verified and ${cacheHits} cached`,
    formatDuration(duration),
  ];
  const findings = describeFindings(result);
  return [counts.join(" · "), ...(findings === "" ? [] : [findings])].join("\n\n");
}

const MARKS = { passed: "✅", failed: "❌", skipped: "⚪" } as const;

function renderChecks({ results, tolerated }: VerificationResult): string {
  const shown = results.filter(({ skippedReason }) => skippedReason !== "filtered");
  const rows = shown.map((check) => {
    const mark = tolerated.includes(check.check) ? "🟡" : MARKS[check.status];
    return `| ${mark} | ${cell(check.check)} | ${cell(describe(check))} | ${check.duration > 0 ? formatDuration(check.duration) : ""} |`;
  });
  return rows.length === 0 ? "" : ["| | check | | time |", "|---|---|---|---|", ...rows].join("\n");
}

function renderReplayed(result: VerificationResult, options: RerunOptions): string {
  const replayed = listReplayed(result, options).slice(0, SHOWN);
  return replayed
    .map(({ check, told, command }) => `- ${code(check)}: ${told}. To run it again: ${code(command)}`)
    .join("\n");
}

function describe(check: CheckResult): string {
  const { why, status, description } = check;
  if (why === undefined) return describeUnits(check);
  return status === "failed" && description !== "" ? `${why} (${description})` : why;
}

function renderRecovery({ recovery }: VerificationResult): string {
  if (recovery.length === 0) return "";
  const items = recovery.slice(0, SHOWN).map((action) => {
    const touched = describeTouched(action);
    const outcome = [describeOutcome(action), ...(touched === "" ? [] : [touched])].map(code).join(" · ");
    return `- ${code(action.strategy)} for ${code(action.check)}: ${outcome}`;
  });
  return ["**Recovery**", "", ...items].join("\n");
}

function renderFindings(result: VerificationResult): string {
  const findings = orderFindings(result);
  if (findings.length === 0) return "";
  const hidden = findings.length - SHOWN;
  const items = findings.slice(0, SHOWN).map(renderFinding);
  const more = hidden > 0 ? [`\n${plural(hidden, "finding")} more.`] : [];
  const isOpen = findings.some(({ state, severity }) => state === "new" && severity === "error");
  return [
    `<details${isOpen ? " open" : ""}><summary>${plural(findings.length, "finding")}</summary>`,
    "",
    ...items,
    ...more,
    "",
    "</details>",
  ].join("\n");
}

function renderFinding(finding: ReportedFinding): string {
  const { severity, message, suggestion, context } = finding;
  const place = formatPlace(finding);
  const words = [
    finding.state === "new" ? "**new**" : "old",
    severity,
    ...(place === "" ? [] : [code(place)]),
    code(message),
    ...(finding.code === undefined ? [] : [code(finding.code)]),
    ...(suggestion === undefined ? [] : [code(suggestion)]),
    `(${code(finding.check)})`,
  ].join(" ");
  return context === undefined || finding.state === "old" ? `- ${words}` : `- ${words}\n${block(context)}`;
}

/** A code span: nothing in it is read as Markdown, as HTML, or as a mention. */
function code(text: string): string {
  const line = plainLine(text);
  const fence = "`".repeat(longestRun(line) + 1);
  return line === "" ? "" : `${fence} ${line} ${fence}`;
}

function block(text: string): string {
  const lines = plain(text).split("\n");
  const fence = "`".repeat(Math.max(3, longestRun(lines.join("\n")) + 1));
  return [`${fence}text`, ...lines, fence].map((line) => `  ${line}`).join("\n");
}

/** In a table, a bar ends the cell, even in code. */
function cell(text: string): string {
  return code(text).replaceAll("|", "\\|");
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
