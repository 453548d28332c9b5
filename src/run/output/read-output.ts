import { categoriesOf } from "../../checks/finding-categories.ts";
import { findingId } from "../../checks/finding-id.ts";
import { isPass } from "../../checks/is-pass.ts";
import type { PlannedCommand } from "../../plan/plan.ts";
import type { Redact } from "../../secrets/redact.ts";
import type { SourceFiles } from "../../system/files/source-files.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { Emit } from "../../vocabulary/run/event.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Finding } from "../../vocabulary/verdict/finding.ts";
import { isCut } from "../../wording/cut-marker.ts";
import { explainEnding } from "../../wording/explain.ts";
import type { CommandOutcome } from "../executor.ts";
import { createLocate } from "../parse/locate.ts";
import { type OutputFormat, parseOutput } from "../parse/parse-output.ts";
import type { Parsed } from "../parse/parser.ts";
import { readPrinted } from "../parse/printed.ts";
import { type OwnedFinding, rawFinding, toFindings } from "./findings.ts";

/** What a command said, and about which targets. */
export interface ReadOutput {
  readonly findings: readonly Finding[];
  /** The findings of single targets. A finding that belongs to no target is in none of them. */
  readonly byTarget: ReadonlyMap<RepoPath, readonly Finding[]>;
  /** The outcome of the targets that the output of a failed command is positive about. */
  readonly covered: ReadonlyMap<RepoPath, "passed" | "failed">;
}

export interface ReadContext {
  readonly emit: Emit;
  readonly sources: SourceFiles;
  readonly redact: Redact;
}

const NOTHING = { byTarget: new Map(), covered: new Map() } as const;

/**
 * What a command printed, as findings. If it cannot be read, or does not explain a failure, the raw output is a
 * finding: nothing is lost.
 */
export async function readOutput(
  check: Check,
  { command, outcome }: { readonly command: PlannedCommand; readonly outcome: CommandOutcome },
  context: ReadContext,
): Promise<ReadOutput> {
  const { stdout, stderr, ending } = outcome;
  const { parse } = check;
  const passed = isPass(ending);
  const isPartial = !passed && (isCut(stdout) || isCut(stderr));
  const why = `${explainEnding(ending)}${isPartial ? ", and a part of its output was left out" : ""}`;
  const raw = (): readonly Finding[] =>
    passed || ending.type === "stopped"
      ? []
      : [
          rawFinding(check, why, {
            raw: stderr.trim() || stdout.trim() || why,
            hasRun: ending.type === "exited",
          }),
        ];
  const warn = (message: string): void => context.emit({ type: "warning", message });

  if (parse === "none") return { ...NOTHING, findings: [] };
  if (typeof parse === "function") {
    try {
      return {
        ...NOTHING,
        findings: [...completed(parse(stdout, stderr), check), ...(isPartial ? raw() : [])],
      };
    } catch (error) {
      warn(`The parser of "${check.name}" failed, so its raw output is used: ${String(error)}`);
      return { ...NOTHING, findings: raw() };
    }
  }
  if (ending.type === "stopped" || ending.type === "not-started") return { ...NOTHING, findings: raw() };
  let parsed: Parsed | null = null;
  try {
    parsed = await parseCommand(parse, { command, outcome, sources: context.sources });
    if (parsed === null && parse !== "auto" && !passed)
      warn(`The output of "${check.name}" is not in the format ${nameOf(parse)}, so its raw output is used.`);
  } catch (error) {
    warn(`The parser of "${check.name}" failed, so its raw output is used: ${String(error)}`);
  }
  if (parsed === null) return { ...NOTHING, findings: raw() };

  const owned = toFindings(check, parsed.problems, context);
  const findings = owned.map(({ finding }) => finding);
  const isExplained =
    ending.type === "exited" &&
    !isPartial &&
    findings.some(({ severity }) => severity === "error") &&
    !parsed.problems.some(({ isBare }) => isBare === true);
  return {
    findings: passed || isExplained ? findings : [...findings, ...raw()],
    byTarget: groupByTarget(owned, command.files),
    covered: coveredBy(parsed, outcome, command.files),
  };
}

/** Findings of a custom parser, which may leave out fields that are known anyway. */
function completed(findings: readonly Finding[], check: Check): readonly Finding[] {
  return findings.map((given) => {
    const finding = given as Partial<Finding> & Pick<Finding, "message">;
    const { file, code, message } = finding;
    return {
      ...categoriesOf(check),
      severity: "error",
      ...finding,
      check: check.name,
      id: finding.id ?? findingId({ check: check.name, file, code, message }),
    };
  });
}

function parseCommand(
  format: OutputFormat,
  options: {
    readonly command: PlannedCommand;
    readonly outcome: CommandOutcome;
    readonly sources: SourceFiles;
  },
): Promise<Parsed | null> {
  const { command, outcome, sources } = options;
  const locate = createLocate({ roots: sources.roots, cwd: command.cwd, isFile: sources.isFile });
  const { stdout, stderr } = outcome;
  const passed = isPass(outcome.ending);
  return parseOutput(format, readPrinted({ stdout, stderr, locate, targets: command.files }), { passed });
}

function groupByTarget(
  owned: readonly OwnedFinding[],
  targets: readonly RepoPath[],
): ReadonlyMap<RepoPath, readonly Finding[]> {
  const groups = new Map<RepoPath, Finding[]>(targets.map((target) => [target, []]));
  for (const { finding, owner } of owned) if (owner !== undefined) groups.get(owner)?.push(finding);
  return groups;
}

/** The exit status of most tools that did their work and found something. Any other is a crash or a refusal. */
const FOUND_SOMETHING = 1;

/**
 * A failed command covers a target only if it ended by itself, its output is complete, and what failed is among the
 * files that it names: then the other files did not make it fail.
 */
function coveredBy(
  { covered, problems, status = FOUND_SOMETHING }: Parsed,
  { ending, stdout, stderr }: CommandOutcome,
  targets: readonly RepoPath[],
): ReadOutput["covered"] {
  if (ending.type !== "exited" || ending.code !== status || isCut(stdout) || isCut(stderr)) return new Map();
  const failed = new Set(covered.flatMap(({ file, status }) => (status === "failed" ? [file] : [])));
  const isExplained = problems.every(
    ({ severity, owner, file }) => severity !== "error" || failed.has((owner ?? file) as RepoPath),
  );
  if (failed.size === 0 || !isExplained) return new Map();
  const given = new Set(targets);
  return new Map(covered.flatMap(({ file, status }) => (given.has(file) ? [[file, status] as const] : [])));
}

function nameOf(format: Exclude<OutputFormat, "auto">): string {
  return typeof format === "string" ? format : "of its problem matcher";
}
