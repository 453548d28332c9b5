import { ANALYSIS_PHASES } from "../phases/phases.ts";

/** The phases that count as completed: the longest unbroken start of the analysis phases. Never throws. */
export function validatePhasesCompleted(phasesCompleted: unknown): { valid: string[]; warnings: string[] } {
  if (!Array.isArray(phasesCompleted)) {
    return { valid: [], warnings: ["phases_completed is not an array"] };
  }
  const claimed = new Set<unknown>(phasesCompleted);
  const known = ANALYSIS_PHASES.filter((phase) => claimed.has(phase));
  const gap = ANALYSIS_PHASES.findIndex((phase) => !claimed.has(phase));
  const valid = ANALYSIS_PHASES.slice(0, gap === -1 ? undefined : gap);
  if (known.length === valid.length) return { valid: [...valid], warnings: [] };
  const ignored = known.slice(valid.length).join(", ");
  const warning = `Non-contiguous phases detected: ${ANALYSIS_PHASES[gap]} is missing, so ${ignored} will run again.`;
  return { valid: [...valid], warnings: [warning] };
}
