import type { ChangedFile } from "../../vocabulary/run/verification-result.ts";
import type { ImpactAnalysis } from "../../vocabulary/tree/impact.ts";
import type { Trigger } from "../../vocabulary/verdict/trigger.ts";
import { explainTrigger } from "../../wording/explain-trigger.ts";
import { clipList, plural } from "../format.ts";
import type { Paint } from "../print/paint.ts";

/** How many files are shown; the rest is counted. */
const SHOWN = 10;

/** What changed in a file, on the line of its path. */
export function describeChange({ categories, details }: ChangedFile): string {
  // "Content changed" is obvious, unless there is more to say about it.
  const notable = details.filter(({ category, impact }) => category !== "content" || impact !== "low");
  const what = notable.map(({ description }) => description).join("; ");
  return `${categories.join(", ")}${what === "" ? "" : `: ${what}`}`;
}

/** What the changes affect. */
export function renderImpact(impact: ImpactAnalysis, paint: Paint): readonly string[] {
  const { directImpact, transitiveImpact, riskLevel, totalFilesAffected } = impact;
  if (directImpact.length === 0) return [];
  const reached = transitiveImpact.map(
    ({ file, cause, propagationType }) => `  ${file} ${paint("dim", `from ${cause} (${propagationType})`)}`,
  );
  return [
    "",
    `${plural(totalFilesAffected, "file")} affected${transitiveImpact.length === 0 ? "" : `, ${transitiveImpact.length} of them through dependencies`}; risk: ${riskLevel}`,
    ...clipList(reached, { most: SHOWN, indent: "  " }),
  ];
}

/** Whether something calls for verifying everything, and whether that was done; empty if nothing does. */
export function renderTrigger(trigger: Trigger, { isDone }: { readonly isDone: boolean }): string {
  const why = explainTrigger(trigger);
  if (!trigger.triggered) return "";
  if (trigger.overriddenBy !== undefined)
    return `There is a reason to verify everything (${why}); ${trigger.overriddenBy} overrides it.`;
  if (trigger.answeredBy !== undefined)
    return `There is a reason to verify everything (${why}); results since run ${trigger.answeredBy} count.`;
  return `Everything ${isDone ? "was" : "would be"} verified: ${why}.`;
}
