import type { CheckedReceipt, DifferingFile, ReceiptDifference } from "../receipt/check-receipt.ts";
import type { RefusedReceipt } from "../receipt/receipt.ts";
import { formatCommand } from "../vocabulary/format-command.ts";
import { clip, listUnverified } from "./checkpoint-text.ts";
import { plural, shortHash } from "./format.ts";
import type { Paint } from "./paint.ts";
import { plainLine } from "./plain.ts";

/** Why there is no receipt, and the command that makes one possible. */
export function renderRefusedReceipt(
  { unverified, neverKept, unreadable }: RefusedReceipt,
  again: readonly string[],
  paint: Paint,
): string {
  const canRun = unverified.some(({ check }) => !neverKept.includes(check));
  const failed = unverified.some(({ why }) => why !== "would-run");
  const ways = [
    ...(failed ? ["Mend what failed."] : []),
    ...(canRun ? [`Run \`${formatCommand(["verification", ...again])}\`, then ask for the receipt.`] : []),
    ...(neverKept.length > 0
      ? [`No verdict of ${list(neverKept)} is ever kept, so none can be stated.`]
      : []),
  ];
  const isEmpty = unverified.length === 0 && unreadable.length === 0;
  return `${[
    `${paint("red", "✗")} no receipt: the tree as it is now is not verified.`,
    ...(unreadable.length > 0
      ? [
          `  ${plural(unreadable.length, "file")} cannot be read`,
          ...clip(unreadable.map((path) => `    ${plainLine(path)}`)),
        ]
      : []),
    ...(isEmpty ? ["  no check takes part"] : []),
    ...(unverified.length > 0 ? listUnverified({ unverified, verified: [] }, paint) : []),
    ...ways.map((line) => `  ${paint("cyan", line)}`),
  ].join("\n")}\n`;
}

/** Whether a receipt holds; what is known of it here; or what differs. */
export function renderCheckedReceipt(checked: CheckedReceipt, paint: Paint): string {
  const { holds, receipt, differences, otherCommit } = checked;
  const lines = holds
    ? [`${paint("green", "✓")} the receipt holds: ${describeKnown(checked)}`]
    : [
        `${paint("red", "✗")} the receipt does not hold for the tree as it is now.`,
        ...differences.flatMap((difference) => describeDifference(difference, paint)),
        ...(differences.length === 0 ? describeUnconfirmed(checked, paint) : []),
      ];
  const notes = [
    ...(holds && otherCommit !== null
      ? [`  the content is the same; the commit is now ${short(otherCommit)}`]
      : []),
    ...(holds && receipt !== null && receipt.profiles.length > 0
      ? [`  with the profile ${list(receipt.profiles)}`]
      : []),
    ...(holds && receipt !== null && receipt.leftOut.length > 0
      ? [`  not covered: ${list(receipt.leftOut.map(({ check, why }) => `${check} (${SKIPPED[why]})`))}`]
      : []),
  ];
  return `${[...lines, ...notes].join("\n")}\n`;
}

const SKIPPED = { disabled: "disabled", "no-files": "no files" } as const;

function describeKnown({ receipt, unconfirmed, confirmedVerdicts }: CheckedReceipt): string {
  const checks = plural(receipt?.checks.length ?? 0, "check");
  if (unconfirmed.length === 0)
    return `${checks} passed, confirmed by ${plural(confirmedVerdicts, "verdict")} here`;
  const names = unconfirmed.map(({ check }) => check);
  return `${checks} passed by the receipt's word; not confirmed here: ${list(names)}`;
}

function describeUnconfirmed({ unconfirmed, contradicted }: CheckedReceipt, paint: Paint): readonly string[] {
  const ways = [
    "Run `verification` to confirm it, or take its word with --trust.",
    "Here it is known to fail: mend that.",
  ];
  return [
    "  It is about this content, but its verdicts are not confirmed here.",
    ...listUnverified({ unverified: unconfirmed, verified: [] }, paint),
    `  ${paint("cyan", contradicted.length > 0 ? (ways[1] as string) : (ways[0] as string))}`,
  ];
}

function describeDifference(difference: ReceiptDifference, paint: Paint): readonly string[] {
  switch (difference.type) {
    case "altered":
      return [`  It was altered: ${plainLine(difference.detail)}.`];
    case "profiles":
      return [`  It is about the profile ${list(difference.before)}, not ${list(difference.after)}.`];
    case "engine":
      return [`  verification ${plainLine(difference.before)} became ${plainLine(difference.after)}`];
    case "unreadable":
      return [`  ${plainLine(difference.file)} cannot be read`];
    case "tree":
      return [
        `  the files differ: ${short(difference.before)} became ${short(difference.after)}`,
        ...clip((difference.files ?? []).map((file) => `    ${describeFile(file, paint)}`)),
      ];
    case "check-missing":
      return [`  it says nothing of ${plainLine(difference.check)}`];
    case "check-unknown":
      return [`  ${plainLine(difference.check)} takes no part here`];
    case "fingerprints":
      return [
        `  what ${plainLine(difference.check)} depends on differs${difference.detail === "" ? "" : `: ${plainLine(difference.detail)}`}`,
      ];
  }
}

const LETTERS = {
  added: ["green", "A"],
  modified: ["yellow", "M"],
  deleted: ["red", "D"],
  renamed: ["cyan", "R"],
} as const;

function describeFile(file: DifferingFile, paint: Paint): string {
  const before = file.type === "renamed" ? `${plainLine(file.previousPath)} → ` : "";
  const [style, letter] = LETTERS[file.type];
  return `${paint(style, letter)} ${before}${plainLine(file.path)}`;
}

/** Whoever wrote the receipt chose these names. */
function list(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map((name) => plainLine(name)).join(", ");
}

function short(hash: string): string {
  return shortHash(plainLine(hash));
}
