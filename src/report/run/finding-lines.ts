import { STALE_VERDICT } from "../../vocabulary/verdict/cache-check.ts";
import type { Blame, Finding, ReportedFinding } from "../../vocabulary/verdict/finding.ts";
import { formatPlace } from "../../wording/format-place.ts";
import { plural, hashPrefix } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { plainLine } from "../print/plain.ts";
import { joinParts, safe, type SafeText } from "../print/safe-text.ts";

const COLOURS = { error: "red", warning: "yellow", info: "cyan" } as const;

/**
 * The findings of a failed check, one per line, errors first. None if nothing was parsed from its output, which is
 * shown instead.
 */
export function findingLines(
  findings: readonly (Finding | ReportedFinding)[],
  { paint, most }: { readonly paint: Paint; readonly most: number },
): readonly SafeText[] {
  // No output says that a stored verdict was wrong.
  if (!findings.some(({ file, code }) => file !== undefined || code === STALE_VERDICT)) return [];
  const sorted = [
    ...findings.filter(({ severity }) => severity === "error"),
    ...findings.filter(({ severity }) => severity !== "error"),
  ];
  const hidden = sorted.length - most;
  return [
    ...sorted.slice(0, most).map((finding) => renderFinding(finding, paint)),
    ...(hidden > 0 ? [paint("dim", safe`(${plural(hidden, "finding")} more; --verbose shows all)`)] : []),
  ];
}

/** One finding in one line. */
export function renderFinding(finding: Finding | ReportedFinding, paint: Paint): SafeText {
  const { severity, message, code, suggestion } = finding;
  const place = formatPlace(finding);
  const parts = [
    ...(place === "" ? [] : [paint("bold", place)]),
    paint(COLOURS[severity], severity),
    plainLine(message, 400),
    ...(code === undefined ? [] : [paint("dim", code)]),
    ...(suggestion === undefined ? [] : [paint("dim", plainLine(suggestion, 300))]),
    ...("state" in finding && finding.state === "old" ? [paint("dim", "(old)")] : []),
    ...("blame" in finding && finding.blame !== undefined ? [paint("dim", renderBlame(finding.blame))] : []),
  ];
  return joinParts(parts, " ");
}

/** Who last changed the line, and when. */
export function renderBlame({ author, commit, date }: Blame): string {
  return commit === null
    ? "(not committed yet)"
    : `(${author}, ${hashPrefix(commit, 8)}, ${(date ?? "").slice(0, 10)})`;
}
