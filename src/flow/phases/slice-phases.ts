import type { Workflow } from "../../vocabulary/flow/workflow.ts";

export interface SlicedPhases {
  readonly phases: readonly string[];
  /** Why the start phase was not used; null if it was, or none was requested. */
  readonly problem: string | null;
}

/** The phases from a start phase on. If the workflow does not have it, says so and returns all phases. */
export function slicePhases({ name, phases }: Workflow, startPhase: string | null): SlicedPhases {
  const keys = phases.map(({ key }) => key);
  const at = startPhase === null ? 0 : keys.indexOf(startPhase);
  if (at !== -1) return { phases: keys.slice(at), problem: null };
  const problem = `ERR-ORCH-INVALID-START-PHASE: "${startPhase}" is not a phase of the workflow "${name}" (${keys.join(", ")}). All phases will run.`;
  return { phases: keys, problem };
}
