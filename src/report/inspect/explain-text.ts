import type { UnitExplanation } from "../../inspect/explain-unit.ts";
import type { Explanation } from "../../inspect/explain.ts";
import type { Access } from "../../vocabulary/tree/path-set.ts";
import { explainCaused, explainOrigin, formatSimilarity } from "../../wording/explain.ts";
import { shorten } from "../../wording/shorten.ts";
import { clipList, plural } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, joinParts, type Part, safe, type SafeText } from "../print/safe-text.ts";

/** How many units are shown; the rest is counted. */
const SHOWN = 15;

export function renderExplanation(
  explanation: Explanation,
  paint: Paint,
  { isVerbose = false }: { readonly isVerbose?: boolean } = {},
): SafeText {
  const { subject, units, earlierNames, opaqueImports } = explanation;
  const differences = createDifferences(paint);
  const lines: Part[] = [
    paint("bold", subject.name),
    ...(explanation.description === "" ? [] : [safe`  ${paint("dim", explanation.description)}`]),
    ...describeDeleted(explanation, paint),
    ...describeTargets(explanation, paint),
    ...units
      .slice(0, isVerbose ? units.length : SHOWN)
      .flatMap((unit) => [
        ...explainUnit(unit, subject, paint),
        ...differences.linesOf(unit),
        ...(isVerbose ? listInputs(unit, paint) : []),
      ]),
  ];
  if (differences.left() > 0)
    lines.push(safe`  ... and ${plural(differences.left(), "more difference")} (--json shows all)`);
  if (units.length > SHOWN && !isVerbose)
    lines.push(safe`  ... and ${plural(units.length - SHOWN, "more unit")} (--json shows all)`);
  if (units.length === 0 && explanation.deleted === null) lines.push("  no check covers it");
  const unsettled = explanation.unsettled.map((said) => safe`  ${paint("yellow", "never cached")}  ${said}`);
  lines.push(...clipList(unsettled, { most: SHOWN, indent: "  ", hint: "--json shows all" }));
  const earlier = earlierNames.map(({ path, similarity, runId }) => {
    const when = runId === null ? "" : paint("dim", safe`, found by run ${runId}`);
    return safe`  ${paint("cyan", "was")}  ${path} (${formatSimilarity(similarity)})${when}`;
  });
  lines.push(...clipList(earlier, { most: SHOWN, indent: "  ", hint: "--json shows all" }));
  const opaque = opaqueImports.map(
    ({ path, line, specifier }) =>
      safe`  ${paint("yellow", "opaque")}  ${path}:${line} imports something by a computed name (${specifier.replace(/^\(|\)$/g, "")}), so the whole project counts`,
  );
  lines.push(...clipList(opaque, { most: SHOWN, indent: "  ", hint: "--json shows all" }));
  return joinLines([...lines, ""]);
}

/** A deleted file: its last verdicts, and what depended on it. */
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

/** Where the target files of a check come from, if its tool lists them. */
function describeTargets({ targets, units }: Explanation, paint: Paint): readonly Part[] {
  if (targets === null || targets.tool === null) return [];
  const source =
    targets.from === "tool"
      ? safe`${plural(units.length, "file")}, as ${targets.tool} lists them`
      : safe`${targets.globs.join(", ")}: ${targets.tool} did not say which files it takes (${targets.why ?? "stopped"})`;
  return [safe`  ${paint("cyan", "targets")}  ${source}`];
}

function explainUnit(unit: UnitExplanation, subject: Explanation["subject"], paint: Paint): readonly Part[] {
  const name = nameOf(unit, subject);
  const mark = unit.decision === "run" ? paint("cyan", "runs") : paint("green", "cached");
  const since =
    unit.verdict === null
      ? ""
      : paint(
          "dim",
          safe` (${unit.verdict.status} in run ${unit.verdict.runId}${describeWorktree(unit.verdict)}, ${describeKind(unit.verdict)}, ${unit.verdict.at})`,
        );
  const what = "through" in unit.reason ? explainCaused(unit.reason) : undefined;
  const explanation = "what" in unit.reason ? unit.reason.what : (what ?? unit.detail);
  const notes = unit.annotations
    .filter(({ type }) => type !== unit.reason.type)
    .map((annotation) => `, ${explainOrigin(annotation)}`);
  return [
    safe`  ${mark}  ${name}${unit.decision === "run" ? safe`: ${explanation}` : ""}${notes.join("")}${since}`,
    ...describeChain(unit, paint),
  ];
}

/** A unit of another file, or of the whole project, can depend on the requested file. */
function nameOf({ check, target }: UnitExplanation, { type, name }: Explanation["subject"]): Part {
  if (type === "check") return target === "" ? "the whole project" : target;
  return target === "" || target === name ? check : safe`${check} of ${target}`;
}

/** The files on the way to what changed; only the last of them changed. */
function describeChain({ reason }: UnitExplanation, paint: Paint): readonly Part[] {
  const chain = "chain" in reason ? reason.chain : "through" in reason ? (reason.through ?? []) : [];
  const [first = "", ...rest] = chain;
  if (rest.length === 0) return [];
  return [safe`      ${first} ${paint("dim", "depends on")} ${joinParts(rest, " -> ")}`];
}

/** Differences of units, each once, up to a limit for all of them together. */
function createDifferences(paint: Paint): {
  readonly linesOf: (unit: UnitExplanation) => readonly Part[];
  /** How many were not shown. */
  readonly left: () => number;
} {
  const shown = new Set<string>();
  const omitted = new Set<string>();
  return {
    linesOf: (unit) =>
      differencesOf(unit).flatMap(({ what, before, after }) => {
        const key = JSON.stringify([what, before, after]);
        if (shown.has(key)) return [];
        if (shown.size >= SHOWN) {
          omitted.add(key);
          return [];
        }
        shown.add(key);
        return [safe`      ${paint("dim", what)} ${short(before)} -> ${short(after)}`];
      }),
    left: () => omitted.size,
  };
}

function describeKind({ kind, unobserved, ranOn }: NonNullable<UnitExplanation["verdict"]>): string {
  const known = unobserved === null ? kind : `${kind}: ${unobserved}`;
  return ranOn === null ? known : `${known}; ran on ${ranOn}`;
}

const DEEDS: Readonly<Record<Access, string>> = {
  content: "read",
  module: "read",
  fields: "read",
  presence: "looked for",
  names: "listed",
};

/** Everything its verdict was seen to depend on besides its target; else what it is predicted from. */
function listInputs({ pathSet }: UnitExplanation, paint: Paint): readonly Part[] {
  const { accesses, parts, kind } = pathSet;
  return [
    ...(parts.length === 0
      ? []
      : [safe`      ${paint("dim", kind === "observed" ? "and by" : "predicted by")} ${parts.join(", ")}`]),
    ...accesses.map(({ path, access }) => safe`      ${paint("dim", DEEDS[access].padEnd(10))} ${path}`),
  ];
}

function describeWorktree({
  worktree,
  from,
}: Pick<NonNullable<UnitExplanation["verdict"]>, "worktree" | "from">): Part {
  if (from !== null) return safe` by ${from.name} for ${from.scope}, on another machine`;
  return worktree === null ? "" : safe` in the worktree ${worktree}`;
}

/**
 * What changed, with the old and the new value: files if the reason has them, and every component that is more than a
 * hash.
 */
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
  return [
    ...files.filter(({ before, after }) => before !== after),
    ...values.map(({ component, before, after }) => ({ what: component, before, after })),
  ];
}

function short(value: string): string {
  return shorten(value.replaceAll("\n", "; "), 60);
}
