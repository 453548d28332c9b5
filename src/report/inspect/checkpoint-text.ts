import type { Checkpoint } from "../../inspect/checkpoint.ts";
import { asTyped, type Program } from "../as-typed.ts";
import { clipList, plural, hashPrefix } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, type Part, safe, type SafeText } from "../print/safe-text.ts";

/** How many lines of each list are shown; the rest is counted. */
const SHOWN = 15;

/** Where the tag of a checkpoint is, or what is missing and what to do. */
export function renderCheckpoint(checkpoint: Checkpoint, paint: Paint, program: Program): SafeText {
  const { tag, success, verified } = checkpoint;
  const commit = hashPrefix(checkpoint.commit);
  if (success) {
    const from = checkpoint.moved ? safe`, moved from ${hashPrefix(checkpoint.previousCommit ?? "")}` : "";
    const verb = checkpoint.created || checkpoint.moved ? "is at" : "was already at";
    return safe`${paint("green", "✓")} ${paint("bold", tag)} ${verb} ${commit}${from}; ${plural(verified.length, "check")} verified\n`;
  }
  return joinLines([
    safe`${paint("red", "✗")} ${paint("bold", tag)} was not set: the tree at ${commit} is ${whatIsMissing(checkpoint)}.`,
    ...listUncommitted(checkpoint, paint),
    ...listUnverified(checkpoint, paint),
    ...wayOut(checkpoint).map((line) => safe`  ${paint("cyan", asTyped(line, program))}`),
    "",
  ]);
}

function whatIsMissing({ uncommittedFiles, unverified, verified }: Checkpoint): string {
  const isClean = uncommittedFiles.length === 0;
  const isVerified = unverified.length === 0 && verified.length > 0;
  return [...(isClean ? [] : ["not clean"]), ...(isVerified ? [] : ["not verified"])].join(" and ");
}

function listUncommitted({ uncommittedFiles }: Checkpoint, paint: Paint): readonly Part[] {
  if (uncommittedFiles.length === 0) return [];
  return [
    safe`  ${plural(uncommittedFiles.length, "uncommitted file")}`,
    ...clip(uncommittedFiles.map((path) => safe`    ${paint("yellow", "M")} ${path}`)),
  ];
}

/** The checks without a passed verdict, each with its reason. */
export function listUnverified(
  { unverified, verified }: Pick<Checkpoint, "unverified" | "verified">,
  paint: Paint,
): readonly Part[] {
  if (unverified.length === 0) return verified.length > 0 ? [] : ["  no check is enabled"];
  const lines = unverified.map(({ check, why, detail }) => {
    return why === "would-run"
      ? safe`    ${paint("cyan", "▸")} ${check} would run: ${detail}`
      : safe`    ${paint("red", "✗")} ${check} ${why === "failed" ? safe`failed (${detail})` : detail}`;
  });
  return [
    safe`  ${plural(unverified.length, "check")} without a passed verdict for this tree`,
    ...clip(lines),
  ];
}

function wayOut({ uncommittedFiles, unverified }: Checkpoint): readonly string[] {
  const failed = unverified.some(({ why }) => why !== "would-run");
  return [
    ...(uncommittedFiles.length > 0 ? ["Commit these files, stash them, or let git ignore them."] : []),
    ...(failed ? ["Fix what failed, and commit the fix."] : []),
    ...(unverified.length > 0 || uncommittedFiles.length > 0
      ? ["Run `verification`, then set the checkpoint."]
      : []),
  ];
}

/** The first lines of a long list, and how many more there are. */
export function clip(lines: readonly Part[]): readonly Part[] {
  return clipList(lines, { most: SHOWN, indent: "    ", hint: "--json shows all" });
}
