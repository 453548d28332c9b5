import { categoriesOf } from "../../checks/finding-categories.ts";
import { findingId, rawFindingId } from "../../checks/finding-id.ts";
import type { Redact } from "../../secrets/redact.ts";
import type { SourceFiles } from "../../system/files/source-files.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Finding } from "../../vocabulary/verdict/finding.ts";
import { formatPlace } from "../../wording/format-place.ts";
import type { Problem } from "../parse/parser.ts";
import { sourceContext } from "../parse/source-context.ts";
import { boundText } from "./bounded-output.ts";
import { tellingLines } from "./telling-lines.ts";

/** How many findings one command can have; beyond that, they are counted, not listed. */
const MOST = 2000;
/** Characters of a message, and of what the tool printed about it. */
const MESSAGE = 2000;
export const MAX_RAW_LENGTH = 4096;

/** A finding, and the target that it belongs to. */
export interface OwnedFinding {
  readonly finding: Finding;
  readonly owner: RepoPath | undefined;
}

export interface FindingContext {
  readonly sources: Pick<SourceFiles, "readLines" | "roots">;
  /** The output of a command is already redacted; the source beside it is not. */
  readonly redact: Redact;
}

/**
 * Turns problems into findings of a check, each with its current source. Equal findings share one id until all findings
 * of the check are merged.
 */
export function toFindings(
  check: Check,
  problems: readonly Problem[],
  { sources, redact }: FindingContext,
): readonly OwnedFinding[] {
  const files = new Map<RepoPath, readonly string[] | null>();
  const linesOf = (file: RepoPath): readonly string[] | null => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const lines = sources.readLines(file);
    files.set(file, lines);
    return lines;
  };
  const listed = problems.length > MOST ? problems.slice(0, MOST - 1) : problems;
  const findings = listed.map((problem) => {
    const { file, line, column } = problem;
    const message = boundText(withoutRoots(problem.message, sources.roots), MESSAGE);
    const lines = file === undefined || line === undefined ? null : linesOf(file);
    const source = line === undefined ? undefined : lines?.[line - 1];
    const identity = { check: check.name, file, code: problem.code, message, source };
    const shown = lines === null ? undefined : sourceContext(lines, line ?? 0, column);
    const context = shown === undefined ? undefined : redact(shown);
    const finding: Finding = {
      id: findingId(identity),
      check: check.name,
      ...categoriesOf(check),
      severity: problem.severity,
      message,
      ...present({ file, line, column, code: problem.code, suggestion: problem.suggestion, context }),
      raw: boundText(problem.raw, MAX_RAW_LENGTH),
    };
    return { finding, owner: problem.owner ?? file };
  });
  const unlisted = problems.slice(listed.length);
  return unlisted.length === 0
    ? findings
    : [...findings, { finding: countRest(check, unlisted), owner: undefined }];
}

/** The location of the repository is not part of a finding. */
function withoutRoots(message: string, roots: readonly string[]): string {
  return roots.reduce((text, root) => (root === "/" ? text : text.replaceAll(`${root}/`, "")), message);
}

function countRest(check: Check, unlisted: readonly Problem[]): Finding {
  const message = `${unlisted.length} more findings are not listed.`;
  const severity = unlisted.some((problem) => problem.severity === "error") ? "error" : "warning";
  // It is not known which ones these are, so a different number is a different finding.
  const id = findingId({ check: check.name, message: "more findings", code: String(unlisted.length) });
  return { id, check: check.name, ...categoriesOf(check), severity, message };
}

/**
 * One finding for everything a command printed. For a build, the message is the first lines that say what went wrong.
 */
export function rawFinding(
  check: Check,
  why: string,
  { raw, hasRun = true }: { readonly raw: string; readonly hasRun?: boolean },
): Finding {
  const summary = check.type === "build" && hasRun ? tellingLines(raw) : "";
  const message = `${check.name}: ${why}${summary === "" || summary === why ? "" : `: ${summary}`}`;
  return {
    id: rawFindingId(check.name),
    check: check.name,
    ...categoriesOf(check),
    ...(hasRun ? {} : { category: "execution" }),
    severity: "error",
    message,
    raw: boundText(raw, MAX_RAW_LENGTH),
  };
}

function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Findings as lines in the usual format: place, severity, message, code. */
export function formatFindings(findings: readonly Finding[]): string {
  return findings
    .map((finding) => {
      const { severity, message, code, suggestion } = finding;
      const tail = [suggestion === undefined ? "" : ` ${suggestion}`, code === undefined ? "" : ` [${code}]`];
      return `${formatPlace(finding)}: ${severity}: ${message}${tail.join("")}\n`;
    })
    .join("");
}
