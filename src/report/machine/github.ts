import { listFailed } from "../../checks/list-failed.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { ReportedFinding } from "../../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { describeVerdict } from "../describe-findings.ts";
import { plural } from "../format.ts";
import { orderFindings } from "../order-findings.ts";
import { plain, plainLine } from "../print/plain.ts";
import { joinLines, safe, safeAnnotation, type SafeText } from "../print/safe-text.ts";
import { listReplayed, type RerunOptions, TYPED } from "../run/replayed.ts";

const COMMANDS = { error: "error", warning: "warning", info: "notice" } as const;
type Command = (typeof COMMANDS)[keyof typeof COMMANDS];
/** How many annotations of each kind GitHub shows per step. */
const SHOWN = 10;

/** Annotations of GitHub Actions. GitHub shows only a few, so new ones in changed files come first. */
export function renderGithub(result: VerificationResult, options: RerunOptions = TYPED): SafeText {
  const withPlaces = new Set(
    result.findings.flatMap(({ check, file }) => (file === undefined ? [] : [check])),
  );
  // A check whose findings name no file must still be visible.
  const unplaced = listFailed(result)
    .filter(({ check }) => !withPlaces.has(check))
    .map((check) => annotate("error", { title: `${check.check} failed` }, explainUnplaced(check, result)));
  const findings = orderFindings(result).filter(({ file }) => file !== undefined);
  const lines = [
    ...unplaced.map((line) => ({ command: "error" as Command, line })),
    ...findings.map((finding) => ({
      command: commandOf(finding, result),
      line: annotateFinding(finding, result),
    })),
  ];
  const counts = new Map<Command, number>();
  const shown = lines.filter(({ command }) => {
    const count = counts.get(command) ?? 0;
    counts.set(command, count + 1);
    return count < SHOWN;
  });
  const hidden = lines.length - shown.length;
  return joinLines([
    ...shown.map(({ line }) => line),
    safe`verification: ${describeVerdict(result)}.${hidden > 0 ? ` ${plural(hidden, "finding")} more, which GitHub would not show.` : ""}`,
    ...listFailed(result)
      .filter(({ description }) => description !== "")
      .map(({ check, description }) => safe`${check}: ${plainLine(description)}`),
    ...listReplayed(result, options).map(
      ({ check, told, command }) => safe`${check}: ${told}. To run it again: ${command}`,
    ),
    ...(result.reason === null ? [] : [safe`reason: ${plainLine(result.reason)}`]),
    "",
  ]);
}

/** The messages of its findings, if they say more than how it ended. */
function explainUnplaced({ check, why }: CheckResult, { findings }: VerificationResult): string {
  return (
    findings.find((finding) => finding.check === check && finding.category === "build")?.message ??
    why ??
    "It failed."
  );
}

/** Findings of a tolerated check are not errors of this run. */
function commandOf({ check, severity }: ReportedFinding, { tolerated }: VerificationResult): Command {
  const command = COMMANDS[severity];
  return command === "error" && tolerated.includes(check) ? "warning" : command;
}

function annotateFinding(finding: ReportedFinding, result: VerificationResult): SafeText {
  const { file = "", line, column, check, code, suggestion } = finding;
  const properties = {
    file,
    ...(line === undefined ? {} : { line: String(line) }),
    ...(column === undefined ? {} : { col: String(column) }),
    title: `${check}${code === undefined ? "" : ` ${code}`}${finding.state === "old" ? " (old)" : ""}`,
  };
  const text = suggestion === undefined ? finding.message : `${finding.message}\n${suggestion}`;
  return annotate(commandOf(finding, result), properties, text);
}

function annotate(command: Command, properties: Readonly<Record<string, string>>, text: string): SafeText {
  const short = Object.entries(properties).map(([name, value]) => [name, plainLine(value)]);
  return safeAnnotation(command, Object.fromEntries(short), plain(text).slice(0, 4000));
}
