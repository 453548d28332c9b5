import { rawFindingId } from "../../checks/finding-id.ts";
import { listFailed } from "../../checks/list-failed.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { Finding } from "../../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { shorten } from "../../wording/shorten.ts";
import { describeFindings } from "../describe-findings.ts";
import { clipList, formatDuration, formatTime, isBuiltinResult, plural } from "../format.ts";
import { plain, plainLine } from "../print/plain.ts";
import { joinLines, joinParts, type Part, safe, safeLines, type SafeText } from "../print/safe-text.ts";
import type { RenderOptions } from "../render-options.ts";
import { findingLines, renderFinding } from "./finding-lines.ts";
import { renderTrigger } from "./impact-text.ts";
import { renderMuch } from "./much-text.ts";
import { renderRecovery } from "./recovery-text.ts";
import { renderRenames } from "./renames-text.ts";
import { describeReplayed, rerunCommand, type RerunOptions } from "./replayed.ts";

type TextOptions = Pick<RenderOptions, "paint" | "verbose" | "quiet" | keyof RerunOptions>;

/** How many lines of each stream are shown for a failed check. */
const SHOWN_LINES = 25;
/** Lines about renamed files, unless all are requested. */
const SHOWN_RENAMES = 5;

/** For people: what failed and why comes first, the verdict last. */
export function renderText(result: VerificationResult, options: TextOptions): SafeText {
  const failed = listFailed(result);
  if (options.quiet && result.success) return safe``;
  const blocks = [
    ...failed.map((check) => renderFailure(labelled(check, result), result, options)),
    ...(options.verbose ? [renderOutputs(result, options)] : []),
    renderRecovery(result, options),
    renderRenamed(result, options),
    renderLists(result, options),
    renderTrigger(result.trigger, { isDone: true }),
    renderMuch(result),
    describeFindings(result),
    renderCacheCheck(result, options),
    joinLines([...renderReason(result, options), renderVerdict(result, options)]),
  ];
  return safe`${joinParts(blocks.filter(isFilled), "\n\n")}\n`;
}

/** A check with its findings as reported, new ones first if there are old ones. */
function labelled(check: CheckResult, { findings }: VerificationResult): CheckResult {
  const reported = findings.filter((finding) => finding.check === check.check);
  const sorted = [
    ...reported.filter(({ state }) => state === "new"),
    ...reported.filter(({ state }) => state === "old"),
  ];
  return { ...check, errors: sorted };
}

function renderFailure(result: CheckResult, run: VerificationResult, options: TextOptions): SafeText {
  const { paint } = options;
  const replayed = describeReplayed(result, run);
  const time = formatTime(result);
  const retries =
    result.retryCount > 0
      ? safe`, ${result.retryCount === 1 ? "retried once" : safe`retried ${result.retryCount} times`}`
      : "";
  return joinLines([
    safe`${paint("red", "✗")} ${paint("bold", result.check)} failed: ${result.why ?? ""}${paint("dim", safe`${time === "" ? "" : safe` after ${time}`}${retries}`)}`,
    ...indent([
      ...(result.description === "" ? [] : [paint("dim", plainLine(result.description, 300))]),
      ...(isBuiltinResult(result)
        ? []
        : [paint("dim", safe`$ ${shorten(formatCommand(result.command), 200)}`)]),
      ...detailLines(result, options),
    ]),
    ...indent([
      ...(replayed === "" ? [] : [paint("dim", replayed)]),
      safe`${paint("dim", "run again:")} ${rerunCommand(result, options)}`,
    ]),
  ]);
}

/** The findings, or, if they do not explain the failure, the output. */
function detailLines(result: CheckResult, options: TextOptions): readonly SafeText[] {
  const most = options.verbose ? Infinity : SHOWN_LINES;
  const found = findingLines(result.errors, { paint: options.paint, most });
  const isExplained = found.length > 0 && result.errors.every(({ id }) => id !== rawFindingId(result.check));
  return isExplained && !options.verbose ? found : [...found, ...outputLines(result, options)];
}

/** What passed checks found and printed. */
function renderOutputs(result: VerificationResult, options: TextOptions): SafeText {
  const blocks = result.results
    .filter(({ status }) => status === "passed")
    .map((check) => {
      const found = labelled(check, result).errors.map((finding) => renderFinding(finding, options.paint));
      return { check: check.check, lines: [...found, ...outputLines(check, options)] };
    })
    .filter(({ lines }) => lines.length > 0)
    .map(({ check, lines }) => joinLines([options.paint("bold", check), ...indent(lines)]));
  return joinParts(blocks, "\n\n");
}

function outputLines(result: CheckResult, { verbose, paint }: TextOptions): readonly SafeText[] {
  return [result.stdout, result.stderr].flatMap((stream) => {
    const lines = plain(stream).trimEnd().split("\n");
    if (lines.length === 1 && lines[0] === "") return [];
    const hidden = verbose ? 0 : Math.max(0, lines.length - SHOWN_LINES);
    const shown = lines.slice(hidden).map((line) => safeLines(verbose ? line : shorten(line, 400)));
    return hidden > 0
      ? [paint("dim", safe`(${plural(hidden, "line")} above; --verbose shows more)`), ...shown]
      : shown;
  });
}

function renderRenamed({ changes }: VerificationResult, { paint, verbose }: TextOptions): SafeText {
  const lines = renderRenames(changes.renamedFiles);
  const shown = clipList(lines, { most: verbose ? Infinity : SHOWN_RENAMES });
  return joinLines(shown.map((line) => safe`${paint("cyan", "→")} renamed  ${line}`));
}

function renderLists({ results, tolerated }: VerificationResult, { paint }: TextOptions): SafeText {
  const forgiven = results.filter(({ check }) => tolerated.includes(check));
  const passed = results.filter(({ status, cached }) => status === "passed" && !cached);
  const stood = results.filter(({ status, cached }) => status === "passed" && cached);
  // Checks that were not requested are not news.
  const skipped = results.filter(
    ({ skippedReason }) => skippedReason !== undefined && skippedReason !== "filtered",
  );
  const names = (list: readonly CheckResult[], text: (result: CheckResult) => Part): SafeText =>
    joinParts(list.map(text), ", ");
  // A check can pass and still have findings.
  const counted = ({ check, errors }: CheckResult): Part =>
    errors.length === 0 ? check : safe`${check} ${paint("yellow", safe`(${countFindings(errors)})`)}`;
  const lines = [
    stood.length > 0 ? safe`${paint("green", "=")} cached   ${names(stood, counted)}` : "",
    passed.length > 0 ? safe`${paint("green", "✓")} passed   ${names(passed, counted)}` : "",
    forgiven.length > 0
      ? safe`${paint("yellow", "~")} old      ${names(forgiven, ({ check, errors }) => safe`${check} ${paint("dim", safe`(${plural(errors.length, "old finding")})`)}`)}`
      : "",
    skipped.length > 0
      ? safe`${paint("yellow", "○")} skipped  ${names(skipped, ({ check, why }) => safe`${check} ${paint("dim", safe`(${why ?? ""})`)}`)}`
      : "",
  ];
  return joinLines(lines.filter(isFilled));
}

function countFindings(findings: readonly Finding[]): string {
  const count = (severity: Finding["severity"], noun: string): readonly string[] => {
    const { length } = findings.filter((finding) => finding.severity === severity);
    return length === 0 ? [] : [plural(length, noun)];
  };
  return [...count("error", "error"), ...count("warning", "warning"), ...count("info", "note")].join(", ");
}

function renderCacheCheck({ cacheCheck }: VerificationResult, { paint }: TextOptions): Part {
  if (cacheCheck === null) return "";
  const { sampled, compared, contradictions } = cacheCheck;
  if (sampled === 0) return paint("dim", "sample: no cached verdict was re-run");
  const open = sampled - compared;
  const outcome =
    contradictions.length > 0
      ? paint(["red", "bold"], safe`${contradictions.length} did not hold`)
      : compared > 0
        ? "all compared ones hold"
        : "none could be compared";
  const rest = open > 0 && compared > 0 ? safe`; ${open} could not be compared` : "";
  return safe`sample: ${plural(sampled, "cached verdict")} re-run, ${outcome}${rest}`;
}

function renderReason(
  { reason, requestedMode }: VerificationResult,
  { paint }: TextOptions,
): readonly SafeText[] {
  if (requestedMode === "full")
    return [paint("dim", safe`Full verification was requested: ${reason ?? "no reason given (--reason)"}`)];
  return reason === null ? [] : [paint("dim", safe`reason: ${reason}`)];
}

function renderVerdict(result: VerificationResult, { paint }: TextOptions): SafeText {
  const { passed, failed, skipped, stoppedBy, tolerated } = result;
  const counts = [
    failed > tolerated.length ? paint(["red", "bold"], safe`${failed - tolerated.length} failed`) : "",
    tolerated.length > 0 ? paint(["yellow", "bold"], safe`${tolerated.length} with nothing new`) : "",
    paint(passed > 0 ? ["green", "bold"] : "dim", safe`${passed} passed`),
    skipped > 0 ? paint("dim", safe`${skipped} skipped`) : "",
  ];
  const stop = {
    "fail-fast": "stopped at the first failure",
    "overall-timeout": "out of time",
    interrupted: "interrupted",
    superseded: "replaced by a newer run",
  };
  const notes = [
    ...(stoppedBy === null ? [] : [stop[stoppedBy]]),
    ...(passed + failed === 0 ? ["nothing was verified"] : []),
  ];
  const note = notes.length > 0 ? safe` (${joinParts(notes, ", ")})` : "";
  return safe`${joinParts(counts.filter(isFilled), ", ")} in ${formatDuration(result.duration)}${note}`;
}

function indent(lines: readonly SafeText[]): readonly SafeText[] {
  return lines.map((line) => (isFilled(line) ? safe`    ${line}` : line));
}

function isFilled(part: Part): boolean {
  return String(part) !== "";
}
