import { coveringBoth } from "../checks/covering-value.ts";
import type { Ending, SkipReason } from "../vocabulary/verdict/result.ts";
import {
  type Eviction,
  EVICTIONS,
  type RenamedFrom,
  type PathChange,
  type RunReason,
} from "../vocabulary/verdict/unit.ts";

/** One line about how a command ended. */
export function explainEnding(ending: Ending): string {
  switch (ending.type) {
    case "exited":
      return `exit code ${ending.code}${ending.advice === undefined ? "" : ` (${ending.advice})`}`;
    case "signalled":
      return `ended by ${ending.signal}`;
    case "timed-out":
      return `timed out after ${formatLimit(ending.limit)}`;
    case "stopped":
      return `stopped: ${explainSkip(ending.why)}`;
    case "not-started":
      return `${ending.reason} ${ending.advice}`;
  }
}

/** One line about why a check has no verdict. */
export function explainSkip(reason: SkipReason): string {
  switch (reason.type) {
    case "dependency-failed":
      return `${reason.dependency} did not pass`;
    case "fail-fast":
      return `${reason.failed} failed`;
    case "overall-timeout":
      return `the run took longer than ${formatLimit(reason.limit)}`;
    case "interrupted":
      return "interrupted";
    case "superseded":
      return "replaced by a newer run";
    case "disabled":
      return "disabled";
    case "filtered":
      return "not selected";
    case "no-files":
      return "no file to verify";
  }
}

/** One line about why a unit must run. */
export function explainReason(reason: RunReason): string {
  switch (reason.type) {
    case "full-run":
      return reason.why;
    case "never-verified":
      return "not verified yet";
    case "renamed":
      return explainOrigin(reason);
    case "directly-changed":
      return "it changed";
    case "dependency-changed":
    case "structural-impact":
    case "cross-reference":
      return `${reason.what}${along(reason.chain)}`;
    case "observed-changed":
      return explainObserved(reason.changes);
    case "files-changed":
      return explainChanges("files", reason.changes);
    case "input-changed":
    case "configuration-changed":
      return `${explainCaused(reason)}${along(reason.through ?? [])}`;
    case "packages-changed":
      return explainPackages(reason.changes);
    case "tool-changed":
      return `the tool changed: ${reason.before} became ${reason.after}`;
    case "environment-changed":
      return reason.variable === "platform"
        ? "the platform changed"
        : `the environment variable ${reason.variable} changed`;
    case "definition-changed":
      return "the definition of the check changed";
    case "engine-changed":
      return `verification ${reason.before} became ${reason.after}`;
    case "product-changed":
      return `the output of ${reason.check} changed`;
    case "failed-before":
      return "it failed last time";
    case "needed-by":
      return `${reason.check} needs its output`;
    case "not-reusable":
      return reason.why;
    case "expired":
      return `its verdict of ${new Date(reason.since).toISOString()} expired (ttl_days: ${reason.days})`;
    case "verdict-gone":
      return explainGone(reason.why);
    case "contested":
      return "another worktree or machine has a different verdict for the same fingerprint, so some input is not declared";
    case "sampled":
      return `a sample: its cached verdict of run ${reason.runId} is compared with a fresh one`;
  }
}

/** The same without the chain. */
export function explainCaused({
  type,
  changes,
}: Extract<RunReason, { type: "input-changed" | "configuration-changed" }>): string {
  return explainChanges(type === "input-changed" ? "inputs" : "configuration files", changes);
}

function along(chain: readonly string[]): string {
  return chain.length > 1 ? ` (${chain.join(" -> ")})` : "";
}

function explainGone(why: Eviction | undefined): string {
  switch (why) {
    case undefined:
      return "its verdict is no longer stored";
    case EVICTIONS.expired:
      return "its verdict was not used for too long, and was pruned";
    case EVICTIONS.oversized:
      return "its verdict was pruned to make room";
    case EVICTIONS.cleared:
      return "the cache was cleared";
    case EVICTIONS.damaged:
      return "its stored verdict was damaged";
    default:
      return `its verdict was discarded: ${why}`;
  }
}

/** One line about where a file was before. */
export function explainOrigin({ from, similarity }: RenamedFrom): string {
  return `renamed from ${from} (${formatSimilarity(similarity)})`;
}

/** Only identical files are 100 % similar. */
export function formatSimilarity(similarity: number): string {
  return `${Math.floor(similarity * 100)} % similar`;
}

/** What a command was seen to read counts by content, by whether it exists, or by the names in it. */
function explainObserved(changes: readonly PathChange[]): string {
  const [first] = changes;
  if (first === undefined) return "something that the last run read changed";
  const { path, before, after } = first;
  const listed = before?.startsWith("names ") === true && after?.startsWith("names ") === true;
  const place = path === "." ? "the root directory" : path;
  const more = changes.length > 1 ? `, and ${changes.length - 1} more` : "";
  if (listed) return `the files in ${place} changed${more} (the last run listed them)`;
  if (before === "absent") return `${place} is new${more} (the last run looked for it)`;
  return `${explainChanges("files", changes)} (read by the last run)`;
}

const INSTALLED = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/;

/** A package by its name and both versions; any other record of installed packages by its path. */
function explainPackages(changes: readonly PathChange[]): string {
  const described = changes.flatMap(({ path, before, after }) => {
    const name = INSTALLED.exec(path)?.[1];
    const [old, now] = [before, after].map((value) => value?.split(" ")[0] ?? "none");
    return name === undefined || old === now ? [] : [`${name} ${old} -> ${now}`];
  });
  const [first] = described;
  if (first === undefined) return explainChanges("installed packages", changes);
  return changes.length > 1 ? `${first}, and ${changes.length - 1} more` : first;
}

function explainChanges(what: string, changes: readonly PathChange[]): string {
  const [first] = changes;
  if (first === undefined) return `${what} changed`;
  return `${explainChange(first)}${changes.length > 1 ? `, and ${changes.length - 1} more` : ""}`;
}

/** What happened to a file. "Changed" is only for a change of the file itself. */
export function explainChange({ path, before, after }: PathChange): string {
  if (before === null || before === "absent") return `${path} is new`;
  if (after === null || after === "absent") return `${path} is gone`;
  return coveringBoth(before, after) === null ? `${path} changed` : `what ${path} depends on changed`;
}

function formatLimit(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Number((milliseconds / 1000).toFixed(1))} s`;
}
