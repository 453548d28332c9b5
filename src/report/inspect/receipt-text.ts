import type { CheckedReceipt, DifferingFile, ReceiptDifference } from "../../receipt/check-receipt.ts";
import type { RefusedReceipt } from "../../receipt/receipt.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { asTyped, type Program } from "../as-typed.ts";
import { plural, hashPrefix } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { plain } from "../print/plain.ts";
import { joinLines, joinParts, type Part, safe, type SafeText } from "../print/safe-text.ts";
import { clip, listUnverified } from "./checkpoint-text.ts";

/** Why there is no receipt, and the command that makes one possible. */
export function renderRefusedReceipt(
  { unverified, neverKept, unreadable }: RefusedReceipt,
  /** The options for the command that verifies the same. */
  again: readonly string[],
  paint: Paint,
): SafeText {
  const canRun = unverified.some(({ check }) => !neverKept.includes(check));
  const failed = unverified.some(({ why }) => why !== "would-run");
  const ways = [
    ...(failed ? ["Fix what failed."] : []),
    ...(canRun ? [safe`Run \`${formatCommand(again)}\`, then ask for the receipt.`] : []),
    ...(neverKept.length > 0
      ? [safe`Verdicts of ${list(neverKept)} are never stored, so there can be no receipt.`]
      : []),
  ];
  const isEmpty = unverified.length === 0 && unreadable.length === 0;
  return joinLines([
    safe`${paint("red", "✗")} no receipt: the current tree is not verified.`,
    ...(unreadable.length > 0
      ? [
          safe`  ${plural(unreadable.length, "file")} cannot be read`,
          ...clip(unreadable.map((path) => safe`    ${path}`)),
        ]
      : []),
    ...(isEmpty ? ["  no check is enabled"] : []),
    ...(unverified.length > 0 ? listUnverified({ unverified, verified: [] }, paint) : []),
    ...ways.map((line) => safe`  ${paint("cyan", line)}`),
    "",
  ]);
}

/** Whether a receipt holds, what is known about it here, or what differs. */
export function renderCheckedReceipt(checked: CheckedReceipt, paint: Paint, program: Program): SafeText {
  const { holds, receipt, differences, otherCommit } = checked;
  const lines = holds
    ? [safe`${paint("green", "✓")} the receipt holds: ${describeKnown(checked)}`]
    : [
        safe`${paint("red", "✗")} the receipt does not hold for the current tree.`,
        ...differences.flatMap((difference) => describeDifference(difference, paint)),
        ...(differences.length === 0 ? describeUnconfirmed(checked, paint, program) : []),
      ];
  const notes = [
    ...(holds && otherCommit !== null
      ? [safe`  the content is the same; the commit is now ${short(otherCommit)}`]
      : []),
    ...(holds && receipt !== null && receipt.profiles.length > 0
      ? [safe`  with the profile ${list(receipt.profiles)}`]
      : []),
    ...(holds && receipt !== null && receipt.leftOut.length > 0
      ? [safe`  not covered: ${list(receipt.leftOut.map(({ check, why }) => `${check} (${SKIPPED[why]})`))}`]
      : []),
  ];
  return joinLines([...lines, ...notes, ""]);
}

const SKIPPED = { disabled: "disabled", "no-files": "no files" } as const;

function describeKnown({ receipt, unconfirmed, confirmedVerdicts }: CheckedReceipt): SafeText {
  const checks = plural(receipt?.checks.length ?? 0, "check");
  if (unconfirmed.length === 0)
    return safe`${checks} passed, confirmed by ${plural(confirmedVerdicts, "verdict")} here`;
  const names = unconfirmed.map(({ check }) => check);
  return safe`${checks} passed according to the receipt; not confirmed here: ${list(names)}`;
}

function describeUnconfirmed(
  { unconfirmed, contradicted }: CheckedReceipt,
  paint: Paint,
  program: Program,
): readonly Part[] {
  const ways = [
    asTyped("Run `verification` to confirm it, or trust it with --trust.", program),
    "It fails here: fix that first.",
  ];
  return [
    "  It is for this content, but its verdicts are not confirmed here.",
    ...listUnverified({ unverified: unconfirmed, verified: [] }, paint),
    safe`  ${paint("cyan", contradicted.length > 0 ? (ways[1] as string) : (ways[0] as string))}`,
  ];
}

function describeDifference(difference: ReceiptDifference, paint: Paint): readonly Part[] {
  switch (difference.type) {
    case "altered":
      return [safe`  It was altered: ${difference.detail}.`];
    case "profiles":
      return [safe`  It is for the profile ${list(difference.before)}, not ${list(difference.after)}.`];
    case "engine":
      return [safe`  verification ${difference.before} became ${difference.after}`];
    case "unreadable":
      return [safe`  ${difference.file} cannot be read`];
    case "tree":
      return [
        safe`  the files differ: ${short(difference.before)} became ${short(difference.after)}`,
        ...clip((difference.files ?? []).map((file) => safe`    ${describeFile(file, paint)}`)),
      ];
    case "check-missing":
      return [safe`  it does not mention ${difference.check}`];
    case "check-unknown":
      return [safe`  ${difference.check} does not take part here`];
    case "fingerprints":
      return [
        safe`  what ${difference.check} depends on differs${difference.detail === "" ? "" : safe`: ${difference.detail}`}`,
      ];
  }
}

const LETTERS = {
  added: ["green", "A"],
  modified: ["yellow", "M"],
  deleted: ["red", "D"],
  renamed: ["cyan", "R"],
} as const;

function describeFile(file: DifferingFile, paint: Paint): SafeText {
  const before = file.type === "renamed" ? safe`${file.previousPath} → ` : "";
  const [style, letter] = LETTERS[file.type];
  return safe`${paint(style, letter)} ${before}${file.path}`;
}

/** The author of the receipt chose these names. */
function list(names: readonly string[]): Part {
  return names.length === 0 ? "none" : joinParts(names, ", ");
}

function short(hash: string): string {
  return hashPrefix(plain(hash));
}
