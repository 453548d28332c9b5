import type { Audit } from "../audit/audit.ts";
import type { CheckAudit, Suggestion, UndeclaredRead } from "../audit/check-audit.ts";
import { clipList, plural } from "./format.ts";
import type { Paint } from "./paint.ts";
import { plainLine } from "./plain.ts";

/** Lines of each list that are spelled out; the rest is counted. */
const SHOWN = 15;

interface AuditTextOptions {
  readonly paint: Paint;
  readonly isVerbose: boolean;
}

/** What checks read that nobody declared, check by check, and the lines that would declare it. */
export function renderAudit(audit: Audit, options: AuditTextOptions): string {
  return audit.checks.map((check) => `${renderCheck(check, options).join("\n")}\n`).join("");
}

function renderCheck(check: CheckAudit, options: AuditTextOptions): readonly string[] {
  const { paint } = options;
  const name = paint("bold", plainLine(check.check));
  if (check.status === "nothing-to-trace")
    return [`${paint("dim", "-")} ${name}: nothing to trace, ${plainLine(check.why ?? "")}`];
  if (check.status === "not-run")
    return [`${paint("red", "✗")} ${name} could not be traced: ${plainLine(check.why ?? "")}`];
  const isCovered = check.undeclared.length === 0 && !check.hasUncoveredPackages;
  const read = check.undeclared.length === 0 ? "nothing" : plural(check.undeclared.length, "file");
  const sign = isCovered ? paint("green", "✓") : paint("red", "✗");
  return [
    `${sign} ${name} reads ${isCovered ? "nothing" : read} that its fingerprint does not cover${sampleOf(check)}`,
    ...clip(
      check.undeclared.map((each) => `    ${describeRead(each, check)}`),
      options,
    ),
    ...suggestionLines(check.suggestion, paint),
    ...notesOf(check).map((note) => `  ${paint("dim", note)}`),
    ...(options.isVerbose ? detailsOf(check, paint) : []),
  ];
}

function sampleOf({ units }: CheckAudit): string {
  if (units.total <= 1) return "";
  return units.audited === units.total
    ? ` (${units.total} units)`
    : ` (${units.audited} of ${units.total} units traced)`;
}

function describeRead({ path, why, units, targets }: UndeclaredRead, check: CheckAudit): string {
  const [first = ""] = targets;
  const whose = units === 1 ? `by ${plainLine(first)}` : `${units} of ${check.units.audited} units`;
  const notes = [
    ...(check.units.total > 1 ? [whose] : []),
    ...(why === "structure-only" ? ["covered by its structure alone"] : []),
  ];
  return `${plainLine(path)}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
}

function suggestionLines(suggestion: Suggestion | null, paint: Paint): readonly string[] {
  if (suggestion === null) return [];
  const { at, lines, advice, written } = suggestion;
  const place = at === null ? "" : `${plainLine(at.file)}${at.line === undefined ? "" : `:${at.line}`}: `;
  const verb = written ? "written to " : place === "" ? "" : "add to ";
  return [
    ...lines.map((line) => `  ${paint("cyan", `→ ${verb}${place}${plainLine(line, 2000)}`)}`),
    ...(advice === null ? [] : [`  ${paint("cyan", `→ ${plainLine(advice)}`)}`]),
  ];
}

/** What git keeps beside its settings and the lists of what it ignores. */
const HISTORY = /\/(?:\w*HEAD|index|packed-refs|(?:refs|logs|objects)\/.*)$/;

/** What is worth knowing without being asked for. */
function notesOf(check: CheckAudit): readonly string[] {
  const { endings, unreadInputs, byStructure, caches, git, unknown } = check;
  const history = git.filter((path) => HISTORY.test(path));
  const [ending] = endings;
  const [target = "", more] = [ending?.target, endings.length - 1];
  return [
    ...(check.hasUncoveredPackages
      ? [
          "It reads installed packages that neither a lockfile nor an installer's record covers: keep a lockfile.",
        ]
      : []),
    ...(ending === undefined
      ? []
      : [
          `It may read more than was seen: ${target === "" ? "" : `${plainLine(target)}: `}${plainLine(ending.ending)}${more > 0 ? `, and ${more} more` : ""}`,
        ]),
    ...(caches.length === 0
      ? []
      : [`It keeps what it found in ${named(caches)}: without that it may read more.`]),
    ...(unreadInputs.length === 0
      ? []
      : [`It never opened these declared inputs: ${unreadInputs.map((glob) => plainLine(glob)).join(", ")}`]),
    ...(history.length === 0
      ? []
      : [`It reads git itself (${named(history)}): its answer can depend on history.`]),
    ...(byStructure.length === 0
      ? []
      : [
          `Of ${plural(byStructure.length, "file")} that it reads only the structure counts (follow: structure).`,
        ]),
    ...(unknown === null ? [] : [`Its verdicts are not reused anyway: ${plainLine(unknown)}`]),
  ];
}

function named(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).map((path) => plainLine(path));
  return paths.length > 3 ? `${shown.join(", ")}, and ${paths.length - 3} more` : shown.join(", ");
}

function detailsOf(check: CheckAudit, paint: Paint): readonly string[] {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ["lists directories in which a new file would not be noticed", check.listed],
    ["looks for files that would not be noticed if they came", check.missing],
    ["reads, by structure", check.byStructure],
    ["writes", check.written],
    ["reads git's files", check.git],
    ["reads outside the repository", check.outside],
  ];
  return lists.flatMap(([what, paths]) =>
    paths.length === 0
      ? []
      : [`  ${what}: ${paths.length}`, ...paths.map((path) => paint("dim", `    ${plainLine(path)}`))],
  );
}

function clip(lines: readonly string[], { isVerbose }: AuditTextOptions): readonly string[] {
  const most = isVerbose ? Infinity : SHOWN;
  return clipList(lines, { most, indent: "    ", hint: "--verbose shows all" });
}
