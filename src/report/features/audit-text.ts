import type { Audit } from "../../audit/audit.ts";
import type { CheckAudit, SuggestedEdge, Suggestion, UndeclaredRead } from "../../audit/check-audit.ts";
import { formatPlace } from "../../wording/format-place.ts";
import { asTyped, type Program } from "../as-typed.ts";
import { clipList, plural } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, joinParts, type Part, safe, type SafeText } from "../print/safe-text.ts";

/** How many lines of each list are shown; the rest is counted. */
const SHOWN = 15;

interface AuditTextOptions {
  readonly paint: Paint;
  readonly program: Program;
  readonly isVerbose: boolean;
}

/** What checks read that is not predicted, check by check, and the lines that would declare it. */
export function renderAudit(audit: Audit, options: AuditTextOptions): SafeText {
  return joinLines([...audit.checks.flatMap((check) => renderCheck(check, options)), ""]);
}

function renderCheck(check: CheckAudit, options: AuditTextOptions): readonly Part[] {
  const { paint } = options;
  const name = paint("bold", check.check);
  if (check.status === "nothing-to-trace")
    return [safe`${paint("dim", "-")} ${name}: nothing to trace, ${check.why ?? ""}`];
  if (check.status === "not-run")
    return [safe`${paint("red", "✗")} ${name} could not be traced: ${check.why ?? ""}`];
  const count = check.undeclared.length;
  const isPredicted = count === 0 && !check.hasUncoveredPackages;
  const { audited, total } = check.units;
  const isWhole = audited === total;
  const sign = !isPredicted ? paint("red", "✗") : isWhole ? paint("green", "✓") : paint("yellow", "○");
  const what =
    count > 0
      ? `${plural(count, "file")} that ${count === 1 ? "is" : "are"} not predicted`
      : isPredicted
        ? "only what is predicted"
        : "packages that are not predicted";
  return [
    safe`${sign} ${name} read ${what} (${describeSource(check)})`,
    ...clip(
      check.undeclared.map((each) => safe`    ${describeRead(each, check)}`),
      options,
    ),
    // What cannot be traced is reported below.
    ...(isWhole || check.untraced !== null
      ? []
      : [
          safe`  ${paint("yellow", safe`${plural(total - audited, "unit")} not looked at: --limit ${total} looks at all`)}`,
        ]),
    ...suggestionLines(check.suggestion, options),
    ...check.edges.flatMap((edge) => edgeLines(edge, paint)),
    ...notesOf(check, options).map((note) => safe`  ${paint("dim", note)}`),
    ...(options.isVerbose ? detailsOf(check, paint) : []),
  ];
}

/** How many units were audited, and where their reads come from. */
function describeSource({ units: { audited, total, stored, traced } }: CheckAudit): string {
  if (total <= 1) return stored > 0 ? "seen in an earlier run" : "traced now";
  const count = audited === total ? plural(total, "unit") : `${audited} of ${plural(total, "unit")}`;
  if (traced === 0) return `${count}, seen in earlier runs`;
  return stored === 0
    ? `${count}, traced now`
    : `${count}: ${stored} seen in earlier runs, ${traced} traced now`;
}

function describeRead({ path, why, units, targets, isExact }: UndeclaredRead, check: CheckAudit): SafeText {
  const [first = ""] = targets;
  const whose = units === 1 ? safe`by ${first}` : safe`${units} of ${check.units.audited} units`;
  const notes = [
    ...(isExact && check.units.total > 1 ? [whose] : []),
    ...(why === "structure-only" ? ["only its structure is predicted"] : []),
  ];
  return safe`${path}${notes.length === 0 ? "" : safe` (${joinParts(notes, "; ")})`}`;
}

function suggestionLines(
  suggestion: Suggestion | null,
  { paint, program }: AuditTextOptions,
): readonly Part[] {
  if (suggestion === null) return [];
  const { at, lines, advice, written } = suggestion;
  const place = at === null ? "" : `${formatPlace(at)}: `;
  const verb = written ? "written to " : place === "" ? "" : "add to ";
  return [
    ...lines.map((line) => safe`  ${paint("cyan", safe`→ ${verb}${place}${line}`)}`),
    ...(advice === null ? [] : [safe`  ${paint("cyan", safe`→ ${asTyped(advice, program)}`)}`]),
  ];
}

/** With such a line, editing anything else in the package re-runs nothing. */
function edgeLines({ from, line, to }: SuggestedEdge, paint: Paint): readonly Part[] {
  const where = safe`  ${from}:${line} imports something by a computed name`;
  if (to.length === 0) return [safe`${where}; it loaded nothing that is not known anyway.`];
  return [
    safe`${where}. For these runs, this edge would be right:`,
    safe`  ${paint("cyan", safe`→ edges: [{ from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)} }]`)}`,
  ];
}

/** Git's own files, except its settings and ignore lists. */
const HISTORY = /\/(?:\w*HEAD|index|packed-refs|(?:refs|logs|objects)\/.*)$/;

/** Notes that are shown even without --verbose. */
function notesOf(check: CheckAudit, { isVerbose }: AuditTextOptions): readonly Part[] {
  const { endings, unread, unreadInputs, uncertain, untraced, byStructure, caches, git, unknown } = check;
  const history = git.filter((path) => HISTORY.test(path));
  const [ending] = endings;
  const [target = "", more] = [ending?.target, endings.length - 1];
  return [
    ...(check.undeclared.length === 0 || check.suggestion?.written === true
      ? []
      : [
          check.notCoveredHere === null
            ? "Covered here, because commands are watched; a machine without a tracer would miss them."
            : safe`Not covered here either: ${check.notCoveredHere}`,
        ]),
    ...(check.hasUncoveredPackages
      ? [
          "It reads installed packages that neither a lockfile nor an installer's record covers: keep a lockfile.",
        ]
      : []),
    ...(untraced === null ? [] : [safe`Other units could not be traced: ${untraced}`]),
    ...(ending === undefined
      ? []
      : [
          safe`It may read more than was seen: ${target === "" ? "" : safe`${target}: `}${ending.ending}${more > 0 ? safe`, and ${more} more` : ""}`,
        ]),
    ...(caches.length === 0
      ? []
      : [safe`It keeps a cache in ${named(caches)}: without it, it may read more.`]),
    ...(uncertain.length === 0
      ? []
      : [
          safe`Whether its targets read each other is not certain for ${plural(uncertain.length, "file")}: they shared commands. With batch: 1 it is.`,
        ]),
    ...(unread.length === 0
      ? []
      : [
          safe`${plural(unread.length, "file")} ${unread.length === 1 ? "is" : "are"} predicted but never read: without a tracer, a change there re-runs it${isVerbose ? "" : " (--verbose names them)"}.`,
        ]),
    ...(unreadInputs.length === 0
      ? []
      : [safe`It never opened these declared inputs: ${joinParts(unreadInputs, ", ")}`]),
    ...(history.length === 0
      ? []
      : [safe`It reads git's files (${named(history)}): its answer can depend on history.`]),
    ...(byStructure.length === 0
      ? []
      : [
          safe`Of ${plural(byStructure.length, "file")} that it reads only the structure counts (follow: structure).`,
        ]),
    ...(unknown === null ? [] : [safe`Without a tracer its verdicts are not reused anyway: ${unknown}`]),
  ];
}

function named(paths: readonly string[]): SafeText {
  const shown = joinParts(paths.slice(0, 3), ", ");
  return paths.length > 3 ? safe`${shown}, and ${paths.length - 3} more` : shown;
}

function detailsOf(check: CheckAudit, paint: Paint): readonly Part[] {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ["predicted but never read", check.unread],
    ["targets that may have read each other", check.uncertain],
    ["lists directories where a new file would not be noticed", check.listed],
    ["looks for files that would not be noticed if they were added", check.missing],
    ["reads, by structure", check.byStructure],
    ["writes", check.written],
    ["reads git's files", check.git],
    ["reads outside the repository", check.outside],
  ];
  return lists.flatMap(([what, paths]) =>
    paths.length === 0
      ? []
      : [safe`  ${what}: ${paths.length}`, ...paths.map((path) => paint("dim", safe`    ${path}`))],
  );
}

function clip(lines: readonly Part[], { isVerbose }: AuditTextOptions): readonly Part[] {
  const most = isVerbose ? Infinity : SHOWN;
  return clipList(lines, { most, indent: "    ", hint: "--verbose shows all" });
}
