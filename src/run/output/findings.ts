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

/** How many findings one command can have; a flood is counted, not listed. */
const MOST = 2000;
/** Characters of a message, and of what the tool printed about it. */
const MESSAGE = 2000;
export const RAW = 4096;

/** A finding, and the target that it is a finding of. */
export interface OwnedFinding {
  readonly finding: Finding;
  readonly owner: RepoPath | undefined;
}

export interface FindingContext {
  readonly sources: Pick<SourceFiles, "readLines" | "roots">;
  /** What a command printed is redacted already; the source beside it is not. */
  readonly redact: Redact;
}

/**
 * Problems as findings of a check, each with its source as it is now. Those that are alike have one id, until all
 * findings of the check are together.
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
      raw: boundText(problem.raw, RAW),
    };
    return { finding, owner: problem.owner ?? file };
  });
  const left = problems.slice(listed.length);
  return left.length === 0 ? findings : [...findings, { finding: countRest(check, left), owner: undefined }];
}

/** Where the repository stands is not part of what is wrong with it. */
function withoutRoots(message: string, roots: readonly string[]): string {
  return roots.reduce((text, root) => (root === "/" ? text : text.replaceAll(`${root}/`, "")), message);
}

function countRest(check: Check, left: readonly Problem[]): Finding {
  const message = `${left.length} more findings are not listed.`;
  const severity = left.some((problem) => problem.severity === "error") ? "error" : "warning";
  // Which ones they are is not known, so another number of them is another finding.
  const id = findingId({ check: check.name, message: "more findings", code: String(left.length) });
  return { id, check: check.name, ...categoriesOf(check), severity, message };
}

/** One finding that stands for everything a command said. Of a build, its first telling lines are the message. */
export function rawFinding(
  check: Check,
  why: string,
  { raw, hasRun = true }: { readonly raw: string; readonly hasRun?: boolean },
): Finding {
  const told = check.type === "build" && hasRun ? tellingLines(raw) : "";
  const message = `${check.name}: ${why}${told === "" || told === why ? "" : `: ${told}`}`;
  return {
    id: rawFindingId(check.name),
    check: check.name,
    ...categoriesOf(check),
    ...(hasRun ? {} : { category: "execution" }),
    severity: "error",
    message,
    raw: boundText(raw, RAW),
  };
}

function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Findings as lines that editors and people know: place, severity, message, code. */
export function formatFindings(findings: readonly Finding[]): string {
  return findings
    .map((finding) => {
      const { severity, message, code, suggestion } = finding;
      const tail = [suggestion === undefined ? "" : ` ${suggestion}`, code === undefined ? "" : ` [${code}]`];
      return `${formatPlace(finding)}: ${severity}: ${message}${tail.join("")}\n`;
    })
    .join("");
}
