import type { Meta, StartPhase } from "../../vocabulary/flow/workflow.ts";
import { validatePhasesCompleted } from "../items/validate-phases-completed.ts";
import { ANALYSIS_PHASES, isAnalysis } from "./phases.ts";

/**
 * The phase where a workflow starts for an item with this record. Never throws: unusable input means the first
 * phase.
 */
export function computeStartPhase(
  meta: Meta | null | undefined,
  workflowPhases: readonly string[],
): StartPhase {
  const phases = Array.isArray(workflowPhases) ? [...workflowPhases] : [];
  const raw = { status: "raw" as const, startPhase: null, completedPhases: [], remainingPhases: phases };
  if (typeof meta !== "object" || meta === null) return { ...raw, warnings: [] };
  const { valid, warnings } = validatePhasesCompleted(meta["phases_completed"]);
  if (valid.length === 0) return { ...raw, warnings };
  const isComplete = valid.length === ANALYSIS_PHASES.length;
  return {
    status: isComplete ? "analyzed" : "partial",
    startPhase: isComplete
      ? (phases.find((phase) => !isAnalysis(phase)) ?? null)
      : (ANALYSIS_PHASES[valid.length] ?? null),
    completedPhases: valid,
    remainingPhases: phases.filter((phase) => !valid.includes(phase)),
    warnings,
  };
}
