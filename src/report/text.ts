import type { Finding } from "../vocabulary/finding.ts";
import { rawFindingId } from "../vocabulary/finding-id.ts";
import { formatCommand } from "../vocabulary/format-command.ts";
import type { CheckResult } from "../vocabulary/result.ts";
import { listFailed, type VerificationResult } from "../vocabulary/verification-result.ts";
import { shorten } from "../vocabulary/shorten.ts";
import { describeFindings } from "./describe-findings.ts";
import { findingLines, renderFinding } from "./finding-lines.ts";
import { clipList, formatDuration, formatTime, isBuiltin, plural, stripControl } from "./format.ts";
import { renderTrigger } from "./impact-text.ts";
import { plainLine } from "./plain.ts";
import { renderRecovery } from "./recovery-text.ts";
import { renderRenames } from "./renames-text.ts";
import { describeReplayed, rerunCommand, type RerunOptions } from "./replayed.ts";
import type { RenderOptions } from "./render-options.ts";

type TextOptions = Pick<RenderOptions, "paint" | "verbose" | "quiet" | keyof RerunOptions>;

/** Lines of each stream that are shown of a failed check. */
const SHOWN_LINES = 25;
/** Lines about renamed files, unless all are asked for. */
const SHOWN_RENAMES = 5;

/** For people: what failed and why comes first, the verdict last. */
export function renderText(result: VerificationResult, options: TextOptions): string {
  const failed = listFailed(result);
  if (options.quiet && result.success) return "";
  const blocks = [
    ...failed.map((check) => renderFailure(labelled(check, result), result, options)),
    ...(options.verbose ? [renderOutputs(result, options)] : []),
    renderRecovery(result, options),
    renderRenamed(result, options),
    renderLists(result, options),
    renderTrigger(result.trigger, { isDone: true }),
    describeFindings(result),
    renderCacheCheck(result, options),
    [...renderReason(result, options), renderVerdict(result, options)].join("\n"),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** A check with its findings as they are reported, new ones first where there are old ones. */
function labelled(check: CheckResult, { findings }: VerificationResult): CheckResult {
  const own = findings.filter((finding) => finding.check === check.check);
  const sorted = [
    ...own.filter(({ state }) => state === "new"),
    ...own.filter(({ state }) => state === "old"),
  ];
  return { ...check, errors: sorted };
}

function renderFailure(result: CheckResult, run: VerificationResult, options: TextOptions): string {
  const { paint } = options;
  const replayed = describeReplayed(result, run);
  const time = formatTime(result);
  const retries =
    result.retryCount > 0
      ? `, ${result.retryCount === 1 ? "retried once" : `retried ${result.retryCount} times`}`
      : "";
  return [
    `${paint("red", "✗")} ${paint("bold", result.check)} failed: ${result.why ?? ""}${paint("dim", `${time === "" ? "" : ` after ${time}`}${retries}`)}`,
    ...indent([
      ...(isBuiltin(result) ? [] : [paint("dim", `$ ${shorten(formatCommand(result.command), 200)}`)]),
      ...detailLines(result, options),
    ]),
    ...indent([
      ...(replayed === "" ? [] : [paint("dim", replayed)]),
      `${paint("dim", "run again:")} ${rerunCommand(result, options)}`,
    ]),
  ].join("\n");
}

/** What was found, and where that does not explain the failure, what was printed. */
function detailLines(result: CheckResult, options: TextOptions): readonly string[] {
  const most = options.verbose ? Infinity : SHOWN_LINES;
  const found = findingLines(result.errors, { paint: options.paint, most });
  const isExplained = found.length > 0 && result.errors.every(({ id }) => id !== rawFindingId(result.check));
  return isExplained && !options.verbose ? found : [...found, ...outputLines(result, options)];
}

/** What checks that passed found all the same, and what they printed. */
function renderOutputs(result: VerificationResult, options: TextOptions): string {
  return result.results
    .filter(({ status }) => status === "passed")
    .map((check) => {
      const found = labelled(check, result).errors.map((finding) => renderFinding(finding, options.paint));
      return { check: check.check, lines: [...found, ...outputLines(check, options)] };
    })
    .filter(({ lines }) => lines.length > 0)
    .map(({ check, lines }) => [options.paint("bold", check), ...indent(lines)].join("\n"))
    .join("\n\n");
}

function outputLines(result: CheckResult, { verbose, paint }: TextOptions): readonly string[] {
  return [result.stdout, result.stderr].flatMap((stream) => {
    const lines = stripControl(stream).trimEnd().split("\n");
    if (lines.length === 1 && lines[0] === "") return [];
    const hidden = verbose ? 0 : Math.max(0, lines.length - SHOWN_LINES);
    const shown = lines.slice(hidden).map((line) => (verbose ? line : shorten(line, 400)));
    return hidden > 0
      ? [paint("dim", `(${plural(hidden, "line")} above; --verbose shows more)`), ...shown]
      : shown;
  });
}

function renderRenamed({ changes }: VerificationResult, { paint, verbose }: TextOptions): string {
  const lines = renderRenames(changes.renamedFiles);
  const shown = clipList(lines, { most: verbose ? Infinity : SHOWN_RENAMES });
  return shown.map((line) => `${paint("cyan", "→")} renamed  ${line}`).join("\n");
}

function renderLists({ results, tolerated }: VerificationResult, { paint }: TextOptions): string {
  const forgiven = results.filter(({ check }) => tolerated.includes(check));
  const passed = results.filter(({ status, cached }) => status === "passed" && !cached);
  const stood = results.filter(({ status, cached }) => status === "passed" && cached);
  // What was not asked for is not news.
  const skipped = results.filter(
    ({ skippedReason }) => skippedReason !== undefined && skippedReason !== "filtered",
  );
  const names = (list: readonly CheckResult[], text: (result: CheckResult) => string): string =>
    list.map(text).join(", ");
  // A check can pass and have found something all the same.
  const counted = ({ check, errors }: CheckResult): string =>
    errors.length === 0 ? check : `${check} ${paint("yellow", `(${countFindings(errors)})`)}`;
  return [
    stood.length > 0 ? `${paint("green", "=")} stands   ${names(stood, counted)}` : "",
    passed.length > 0 ? `${paint("green", "✓")} passed   ${names(passed, counted)}` : "",
    forgiven.length > 0
      ? `${paint("yellow", "~")} old      ${names(forgiven, ({ check, errors }) => `${check} ${paint("dim", `(${plural(errors.length, "old finding")})`)}`)}`
      : "",
    skipped.length > 0
      ? `${paint("yellow", "○")} skipped  ${names(skipped, ({ check, why }) => `${check} ${paint("dim", `(${why})`)}`)}`
      : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function countFindings(findings: readonly Finding[]): string {
  const count = (severity: Finding["severity"], noun: string): readonly string[] => {
    const { length } = findings.filter((finding) => finding.severity === severity);
    return length === 0 ? [] : [plural(length, noun)];
  };
  return [...count("error", "error"), ...count("warning", "warning"), ...count("info", "note")].join(", ");
}

function renderCacheCheck({ cacheCheck }: VerificationResult, { paint }: TextOptions): string {
  if (cacheCheck === null) return "";
  const { sampled, compared, contradictions } = cacheCheck;
  if (sampled === 0) return paint("dim", "sample: no standing verdict was reached again");
  const open = sampled - compared;
  const outcome =
    contradictions.length > 0
      ? paint(["red", "bold"], `${contradictions.length} did not hold`)
      : compared > 0
        ? "all that were compared are as stored"
        : "none could be compared";
  const rest = open > 0 && compared > 0 ? `; ${open} could not be compared` : "";
  return `sample: ${plural(sampled, "standing verdict")} reached again, ${outcome}${rest}`;
}

function renderReason({ reason }: VerificationResult, { paint }: TextOptions): readonly string[] {
  return reason === null ? [] : [paint("dim", `reason: ${plainLine(reason)}`)];
}

function renderVerdict(result: VerificationResult, { paint }: TextOptions): string {
  const { passed, failed, skipped, stoppedBy, tolerated } = result;
  const counts = [
    failed > tolerated.length ? paint(["red", "bold"], `${failed - tolerated.length} failed`) : "",
    tolerated.length > 0 ? paint(["yellow", "bold"], `${tolerated.length} with nothing new`) : "",
    paint(passed > 0 ? ["green", "bold"] : "dim", `${passed} passed`),
    skipped > 0 ? paint("dim", `${skipped} skipped`) : "",
  ];
  const stop = {
    "fail-fast": "stopped at the first failure",
    "overall-timeout": "out of time",
    interrupted: "interrupted",
    superseded: "superseded by a newer run",
  };
  const notes = [
    ...(stoppedBy === null ? [] : [stop[stoppedBy]]),
    ...(passed + failed === 0 ? ["nothing was verified"] : []),
  ];
  const note = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  return `${counts.filter((count) => count !== "").join(", ")} in ${formatDuration(result.duration)}${note}`;
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === "" ? "" : `    ${line}`));
}
