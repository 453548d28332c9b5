import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { OnStale } from "../../vocabulary/flow/flow.ts";
import type { Workflow } from "../../vocabulary/flow/workflow.ts";
import { QUICK_SCAN } from "./phases.ts";

/** Starts at the requested phase. If the workflow does not have it, starting the workflow reports that. */
export function enterAt<T extends { readonly startPhase: string | null }>(
  workflow: Workflow,
  startPhase: string | null,
  decision: T,
): Result<T> {
  if (startPhase === null) return succeed(decision);
  const refused = refuseEntry(workflow, startPhase, [decision.startPhase]);
  return refused === null ? succeed({ ...decision, startPhase }) : fail(refused);
}

/** Why no answer could make the start phase usable; null if one could. */
export function refuseStart(
  workflow: Workflow,
  startPhase: string | null,
  /** Null: the first phase. */
  entries: readonly (string | null)[],
): Failure | null {
  return startPhase === null ? null : refuseEntry(workflow, startPhase, [...entries, null]);
}

/** Why the quick scan cannot be repeated; null if it can, or was not requested. */
export function refuseScan(workflow: Workflow, onStale: OnStale | null): Failure | null {
  if (onStale !== "quick-scan" || has(workflow, QUICK_SCAN)) return null;
  return {
    kind: "usage",
    message: `The workflow "${workflow.name}" has no phase "${QUICK_SCAN}" that could be run again.`,
    value: "--on-stale quick-scan",
    expected: "--on-stale proceed or --on-stale reanalyze",
  };
}

function refuseEntry(
  workflow: Workflow,
  startPhase: string,
  entries: readonly (string | null)[],
): Failure | null {
  const keys = entries.map((entry) => entry ?? workflow.phases[0]?.key ?? "");
  const isAllowed = !workflow.rules.noHalfwayEntry || !has(workflow, startPhase) || keys.includes(startPhase);
  if (isAllowed) return null;
  return {
    kind: "usage",
    message: `The workflow "${workflow.name}" cannot be entered halfway: its rule no_halfway_entry lets it start only where the item's record says.`,
    value: startPhase,
    expected: `${keys[0]}, where this item starts`,
    hint: "Omit --start-phase, or set rules.no_halfway_entry to false.",
  };
}

function has({ phases }: Workflow, phase: string): boolean {
  return phases.some(({ key }) => key === phase);
}
