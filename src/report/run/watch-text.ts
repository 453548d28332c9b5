import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { WatchEvent } from "../../vocabulary/run/watch.ts";
import { clipList, formatDuration, plural } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, joinParts, type Part, safe, type SafeText } from "../print/safe-text.ts";

/** How many units are shown; the rest is counted. */
const SHOWN = 20;

/** One line about what a watch is doing; empty if there is nothing to say. */
export function renderWatchEvent(event: WatchEvent, paint: Paint): SafeText {
  switch (event.type) {
    case "run-starting":
      return event.cause === "start" ? safe`` : safe`${paint("cyan", "▸")} ${explainStart(event)}`;
    case "run-ended":
      if (event.supersededBy === null) return safe``;
      return safe`${paint("yellow", "■")} replaced by a newer run: ${event.supersededBy.length === 0 ? "requested" : safe`${listPaths(event.supersededBy)} changed`}`;
    case "unsettled":
      return safe`${paint("yellow", "warning:")} ${listPaths(event.paths)} changed during each of the last runs; the next one waits ${formatDuration(event.pauseMs)}. If a check writes it, let git ignore it.`;
    case "nothing-failed":
      return safe`Nothing failed in the last run.`;
    case "waiting":
      return paint("dim", "Waiting for changes.");
    case "polling":
      return safe`Checking for changes every second: ${event.why}.`;
  }
}

function explainStart(event: Extract<WatchEvent, { type: "run-starting" }>): Part {
  switch (event.cause) {
    case "all":
      return "everything, as requested";
    case "failed":
      return safe`only what failed: ${joinParts(event.checks ?? [], ", ")}`;
    default:
      return event.changes.length === 0
        ? "the tree is back in its earlier state"
        : safe`${listPaths(event.changes)} changed`;
  }
}

/** The keys that a watch listens to. */
export function renderKeys(paint: Paint): SafeText {
  const keys = [
    ["a", "all"],
    ["f", "failed"],
    ["e", "explain"],
    ["q", "quit"],
  ] as const;
  const described = keys.map(([key, what]) => safe`${paint("bold", key)} ${paint("dim", what)}`);
  return joinParts(described, paint("dim", " · "));
}

/** Why the last run ran what it ran. */
export function renderWhy(result: VerificationResult, paint: Paint): SafeText {
  const { scopeRationale, cachedCount } = result.scope;
  const reused = cachedCount > 0 ? `${plural(cachedCount, "verdict")} cached.` : "";
  if (scopeRationale.length === 0)
    return safe`Run ${result.runId} ran nothing.${reused === "" ? "" : ` ${reused}`}`;
  const lines = scopeRationale.map(
    ({ check, file, detail }) => safe`  ${check}${file === "" ? "" : safe` ${file}`}: ${detail}`,
  );
  const shown = clipList(lines, { most: SHOWN, indent: "  " });
  return joinLines([
    paint("bold", safe`Run ${result.runId} ran`),
    ...shown,
    ...(reused === "" ? [] : [reused]),
  ]);
}

function listPaths([first = "", ...others]: readonly string[]): Part {
  return others.length > 0 ? safe`${first} and ${others.length} more` : first;
}
