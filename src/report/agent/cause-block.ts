import type { ReportedFinding } from "../../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { isCut } from "../../wording/cut-marker.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { formatPlace } from "../../wording/format-place.ts";
import { isTelling } from "../../wording/telling.ts";
import { isBuiltinResult, plural } from "../format.ts";
import { plain, plainLine } from "../print/plain.ts";
import type { Cause } from "./find-causes.ts";

/** The lengths of a cause block; each says more than the one before. */
interface Detail {
  /** Characters of each line that comes from outside. */
  readonly width: number;
  readonly messageLines: number;
  /** Besides the first. */
  readonly places: number;
  readonly hasSource: boolean;
  /** Lines from the beginning of the output and from its end. */
  readonly head: number;
  readonly tail: number;
}

const DETAILS: readonly Detail[] = [
  { width: 80, messageLines: 1, places: 0, hasSource: false, head: 0, tail: 2 },
  { width: 200, messageLines: 1, places: 2, hasSource: false, head: 1, tail: 6 },
  { width: 240, messageLines: 8, places: 5, hasSource: true, head: 4, tail: 20 },
  { width: 500, messageLines: 40, places: Infinity, hasSource: true, head: 40, tail: 160 },
];

/** The cause in lines, from the shortest form to the longest. Text from outside is behind a bar. */
export function describeCause(
  cause: Cause,
  { number, isCompared }: { readonly number: number; readonly isCompared: boolean },
): readonly (readonly string[])[] {
  const head = `${number}. ${describeHead(cause, isCompared)}`;
  return DETAILS.map((detail) => [
    head,
    ...describeCheck(cause, detail),
    ...quotedLines(cause, detail).map((line) => `  | ${line}`.trimEnd()),
  ]);
}

function describeCheck({ description }: Cause, { width }: Detail): readonly string[] {
  return description === "" ? [] : [`  | (${plainLine(description, width)})`];
}

/** Contains only our own words. */
function describeHead({ findings, checks, output, ...cause }: Cause, isCompared: boolean): string {
  const [first] = findings;
  const names = checks.slice(0, 3).map((name) => plainLine(name, 60));
  const more = checks.length > 3 ? ` and ${checks.length - 3} more` : "";
  const state = first !== undefined && isCompared ? `${first.state} ` : "";
  const count =
    findings.length > 1 ? `, ${findings.length} findings` : first === undefined ? ", no finding" : "";
  if (output !== null) return `${state}failure of ${names.join(", ")}${count}, raw output`;
  const changed = cause.isInChangedFile ? ", in a changed file" : "";
  const upstream =
    cause.dependents === 0
      ? ""
      : `, ${plural(cause.dependents, "other file")} with findings ${cause.dependents === 1 ? "depends" : "depend"} on this one`;
  return `${state}${first?.severity ?? "error"} of ${names.join(", ")}${more}${count}${changed}${upstream}`;
}

function quotedLines(cause: Cause, detail: Detail): readonly string[] {
  const [first] = cause.findings;
  if (cause.output !== null) return outputLines(cause.output, detail);
  return first === undefined ? [] : findingLines(first, cause.findings.slice(1), detail);
}

function findingLines(
  first: ReportedFinding,
  others: readonly ReportedFinding[],
  { width, messageLines, places, hasSource }: Detail,
): readonly string[] {
  const { code, message, suggestion, context } = first;
  const [said = "", ...rest] = messageLines === 1 ? [message] : linesOf(message.trim());
  const head = [placeOf(first), code === undefined ? "" : plainLine(code, 60), plainLine(said, width)];
  // Two checks may have found it in the same place.
  const elsewhere = new Set(others.map(placeOf));
  for (const known of ["", placeOf(first)]) elsewhere.delete(known);
  const shown = [...elsewhere].slice(0, places);
  const hiddenCount = elsewhere.size - shown.length;
  const also = [...shown, ...(hiddenCount > 0 ? [`${hiddenCount} more`] : [])].join(", ");
  return [
    head.filter((part) => part !== "").join(" "),
    ...(messageLines === 1 ? [] : shorten(rest, { head: messageLines - 1, tail: 0, width })),
    ...(hasSource ? sourceLines(context ?? "", width) : []),
    ...(hasSource && suggestion !== undefined ? [`suggestion: ${plainLine(suggestion, width)}`] : []),
    ...(also === "" || places === 0 ? [] : [`also: ${also}`]),
  ];
}

/** Leaves out empty lines, which cost as much as others. */
function sourceLines(context: string, width: number): readonly string[] {
  const lines = linesOf(context).filter((line) => !/^[> ]*\d* ?\|?\s*$/.test(line));
  return shorten(lines, { head: 7, tail: 0, width });
}

function outputLines(check: CheckResult, { head, tail, width }: Detail): readonly string[] {
  const printed = [check.stdout, check.stderr].flatMap((stream) =>
    linesOf(stream).filter((line) => line.trim() !== ""),
  );
  const command = isBuiltinResult(check) ? [] : [`$ ${plainLine(formatCommand(check.command), width)}`];
  const output = tellingPart(printed, { head, tail, width });
  return [...command, plainLine(check.why ?? "", width), ...output].filter((line) => line !== "");
}

/** If not all of it fits: from the first line that says what went wrong, and the end. */
function tellingPart(
  lines: readonly string[],
  { head, tail, width }: { readonly head: number; readonly tail: number; readonly width: number },
): readonly string[] {
  const first = lines.findIndex(isTelling);
  const most = head + tail;
  // If that line is early enough, the output is shown from its beginning.
  if (lines.length - most <= 1 || first === -1) return shorten(lines, { head, tail, width });
  const end = Math.floor(most / 4);
  const start = first < most - end ? 0 : first;
  const rest = shorten(lines.slice(start), { head: most - end, tail: end, width });
  return start === 0 ? rest : [`[... ${countLines(lines.slice(0, start))} before ...]`, ...rest];
}

function linesOf(text: string): readonly string[] {
  return plain(text).split("\n");
}

/** Lines without their middle. */
function shorten(
  lines: readonly string[],
  { head, tail, width }: { readonly head: number; readonly tail: number; readonly width: number },
): readonly string[] {
  const cut = (line: string): string => (line.length > width ? plainLine(line, width) : line.trimEnd());
  const omitted = lines.length - head - tail;
  // The note about the missing line would take as much room as the line.
  if (omitted <= 1) return lines.map(cut);
  const end = tail === 0 ? [] : lines.slice(-tail);
  const count = countLines(lines.slice(head, head + omitted));
  return [...lines.slice(0, head).map(cut), `[... ${count} left out ...]`, ...end.map(cut)];
}

/** The number of lines is unknown if some were never stored. */
function countLines(lines: readonly string[]): string {
  return lines.some(isCut) ? "lines" : plural(lines.length, "line");
}

function placeOf(finding: ReportedFinding): string {
  const { file } = finding;
  return file === undefined ? "" : formatPlace({ ...finding, file: plainLine(file, 160) });
}
