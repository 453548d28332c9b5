import type { RecoveryAction, RecoveryOutcome, RecoveryProposal } from "../../vocabulary/run/recovery.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { formatDuration, plural } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { plain, plainLine } from "../print/plain.ts";
import { joinLines, safe, safeLines, type SafeText } from "../print/safe-text.ts";
import type { RenderOptions } from "../render-options.ts";

/** How many files are named, and how many lines of output are shown. */
const SHOWN_FILES = 10;
const SHOWN_LINES = 5;
const LONGEST_COMMAND = 200;

const MEANINGS: Readonly<Record<RecoveryOutcome, string>> = {
  recovered: "recovered: it passes now",
  improved: "improved: some findings are fixed",
  "still-failing": "still failing: nothing is fixed",
  "no-change": "no change: there was nothing to fix",
  failed: "failed",
  looped: "looped: the tree is back in an earlier state",
  interrupted: "interrupted",
  "gave-up": "given up: the attempts are used up",
};

/** One line about the outcome of a strategy, for a check. */
export function describeOutcome({ outcome, ended }: RecoveryAction): string {
  return outcome === "failed" && ended !== null ? `failed: ${plainLine(ended)}` : MEANINGS[outcome];
}

/** The files that were changed, by name if they are few. */
export function describeTouched({ filesTouched }: Pick<RecoveryAction, "filesTouched">): string {
  if (filesTouched.length === 0) return "";
  const named = filesTouched
    .slice(0, SHOWN_FILES)
    .map((path) => plainLine(path))
    .join(", ");
  const more = filesTouched.length > SHOWN_FILES ? ` and ${filesTouched.length - SHOWN_FILES} more` : "";
  return `${plural(filesTouched.length, "file")} touched: ${named}${more}`;
}

/** What will be done, and why. */
export function renderProposal(
  { strategy, check, attempt, why, command }: RecoveryProposal,
  paint: Paint,
): SafeText {
  return joinLines([
    safe`${paint("cyan", "↻")} recovery, attempt ${attempt}: ${paint("bold", strategy)} for ${check}, which may edit files`,
    safe`    because of ${plainLine(why)}`,
    safe`    ${paint("dim", `$ ${shortCommand(command)}`)}`,
  ]);
}

/** What could be done if the user asks for it. */
export function renderOffer(
  proposals: readonly RecoveryProposal[],
  { paint, canAsk }: { readonly paint: Paint; readonly canAsk: boolean },
): SafeText {
  return joinLines([
    canAsk ? "This can be fixed:" : "This can be fixed with --recover:",
    ...proposals.map((proposal) => renderProposal(proposal, paint)),
    "",
  ]);
}

/** What was done, and the outcome. */
export function renderAction(
  action: RecoveryAction,
  { paint, isShort }: { readonly paint: Paint; readonly isShort: boolean },
): SafeText {
  const { strategy, check, outcome, duration, command, output, ended } = action;
  const [colour, mark] = markOf(outcome);
  const time = ended === null ? "" : paint("dim", ` ${formatDuration(duration)}`);
  const touched = describeTouched(action);
  const isToldByOutput = outcome === "failed" && !isShort;
  const lines = plain(output)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return joinLines([
    safe`${paint(colour, mark)} ${strategy} for ${check}: ${describeOutcome(action)}${time}`,
    ...(isShort ? [] : [safe`    ${paint("dim", `$ ${shortCommand(command)}`)}`]),
    ...(touched === "" ? [] : [safe`    ${touched}`]),
    ...(isToldByOutput
      ? lines.slice(-SHOWN_LINES).map((line) => safe`    ${safeLines(line.slice(0, 400))}`)
      : []),
  ]);
}

/** What was done to fix failures; empty if nothing was. */
export function renderRecovery(
  { recovery }: VerificationResult,
  { paint }: Pick<RenderOptions, "paint">,
): SafeText {
  if (recovery.length === 0) return safe``;
  return joinLines([
    paint("bold", "Recovery"),
    ...recovery.map((action) => renderAction(action, { paint, isShort: false })),
  ]);
}

function markOf(outcome: RecoveryOutcome): readonly [Parameters<Paint>[0], string] {
  if (outcome === "recovered") return ["green", "✓"];
  return outcome === "improved" ? ["yellow", "~"] : ["red", "✗"];
}

function shortCommand(command: readonly string[]): string {
  return plainLine(formatCommand(command), LONGEST_COMMAND);
}
