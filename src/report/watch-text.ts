import type { VerificationResult } from "../vocabulary/verification-result.ts";
import type { WatchEvent } from "../vocabulary/watch.ts";
import { clipList, formatDuration, plural, stripControl } from "./format.ts";
import type { Paint } from "./paint.ts";

/** Units that are spelled out; the rest is counted. */
const SHOWN = 20;

/** One line about what a watch does; empty where there is nothing to say. */
export function renderWatchEvent(event: WatchEvent, paint: Paint): string {
  switch (event.type) {
    case "run-starting":
      return event.cause === "start" ? "" : `${paint("cyan", "▸")} ${explainStart(event)}`;
    case "run-ended":
      if (event.supersededBy === null) return "";
      return `${paint("yellow", "■")} superseded: ${event.supersededBy.length === 0 ? "another run was asked for" : `${listPaths(event.supersededBy)} changed`}`;
    case "unsettled":
      return `${paint("yellow", "warning:")} ${listPaths(event.paths)} changed during each of the last runs; the next one waits ${formatDuration(event.pauseMs)}. If a check writes it, let git ignore it.`;
    case "nothing-failed":
      return "Nothing failed in the last run.";
    case "waiting":
      return paint("dim", "Waiting for changes.");
    case "polling":
      return `Changes are looked for every second: ${event.why}.`;
  }
}

function explainStart(event: Extract<WatchEvent, { type: "run-starting" }>): string {
  switch (event.cause) {
    case "all":
      return "everything, as asked";
    case "failed":
      return `only what failed: ${(event.checks ?? []).join(", ")}`;
    default:
      return event.changes.length === 0
        ? "the tree is what it was before"
        : `${listPaths(event.changes)} changed`;
  }
}

/** The keys that a watch listens to. */
export function renderKeys(paint: Paint): string {
  const keys = [
    ["a", "all"],
    ["f", "failed"],
    ["e", "explain"],
    ["q", "quit"],
  ] as const;
  return keys.map(([key, what]) => `${paint("bold", key)} ${paint("dim", what)}`).join(paint("dim", " · "));
}

/** Why the last run ran what it ran. */
export function renderWhy(result: VerificationResult, paint: Paint): string {
  const { scopeRationale, cachedCount } = result.scope;
  const stood = cachedCount > 0 ? ` ${plural(cachedCount, "verdict")} stood.` : "";
  if (scopeRationale.length === 0) return `Run ${result.runId} ran nothing.${stood}\n`;
  const lines = scopeRationale.map(({ check, file, detail }) =>
    stripControl(`  ${check}${file === "" ? "" : ` ${file}`}: ${detail}`).replaceAll("\n", "\\n"),
  );
  const shown = clipList(lines, { most: SHOWN, indent: "  " });
  return `${[paint("bold", `Run ${result.runId} ran`), ...shown].join("\n")}\n${stood.trim()}${stood === "" ? "" : "\n"}`;
}

function listPaths(paths: readonly string[]): string {
  const first = stripControl(paths[0] ?? "").replaceAll("\n", "\\n");
  return paths.length > 1 ? `${first} and ${paths.length - 1} more` : first;
}
