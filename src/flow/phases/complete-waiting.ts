import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { FlowOutcome } from "../../vocabulary/flow/flow.ts";
import { unknownName } from "../../wording/unknown-name.ts";
import type { FlowContext } from "../build/context.ts";
import { findUnderway, readActive, whileLocked } from "../build/launch.ts";
import { writeState } from "../build/state.ts";
import type { Underway } from "../build/underway.ts";
import { passGate } from "./gate.ts";
import { advance, findPhase, isToPause, paused, runPhases, stopAt } from "./run-phases.ts";

/** `done`: checks the gate of the phase that was handed over, and continues. */
export async function completeWaiting(context: FlowContext, key: string): Promise<Result<FlowOutcome>> {
  readActive(context);
  return whileLocked(context, async (loaded) => {
    const found = await findUnderway(context, loaded);
    if (!found.ok) return found;
    const ready = skipTo(found.value, key);
    if (!ready.ok) return ready;
    const at = ready.value;
    const phase = findPhase(at, key);
    if (!phase.ok) return phase;
    if (phase.value.run !== null) {
      return fail({
        kind: "usage",
        message: `The phase ${key} runs a command, so it cannot be marked as done by hand.`,
        value: key,
        hint: `\`verification flow build ${at.item.slug}\` runs it.`,
      });
    }
    const problem = await passGate(context, phase.value, at.item);
    if (problem !== null) return stopAt(context, at, problem);
    const moved = await advance(context, at, phase.value);
    if (!moved.ok) return moved;
    if (await isToPause(context, moved.value)) return succeed(paused(moved.value));
    return runPhases(context, moved.value);
  });
}

/** The waiting phase, or a later one if the workflow's rules allow skipping those between. */
function skipTo(at: Underway, key: string): Result<Underway> {
  const { active, workflow, state } = at;
  if (key === active.current_phase) return succeed(at);
  const index = active.phases.indexOf(key);
  if (index > active.current_phase_index && !workflow.rules.noPhaseSkipping) {
    const between = active.phases.slice(active.current_phase_index, index);
    const skipped = Object.fromEntries(between.map((each) => [each, { status: "skipped" as const }]));
    const moved = { ...active, current_phase: key, current_phase_index: index };
    return succeed({
      ...at,
      active: moved,
      state: { ...state, active_workflow: moved, phases: { ...state.phases, ...skipped } },
    });
  }
  const known = active.current_phase === null ? [] : [active.current_phase];
  const message = `The current phase of ${active.artifact_folder} is ${active.current_phase ?? "none"}.`;
  return fail(unknownName({ message, name: key, known, none: "no phase: all are done" }));
}

/** Ends the active workflow. Its record, artifacts and branch stay. */
export async function abortWorkflow(
  context: FlowContext,
): Promise<Result<{ readonly item: string; readonly workflow: string; readonly branch: string | null }>> {
  readActive(context);
  return whileLocked(context, async ({ state }) => {
    const { active_workflow: active } = state;
    if (active === null) return fail({ kind: "usage", message: "No workflow is active." });
    const written = writeState(context.config, { ...state, active_workflow: null, phases: {} });
    if (!written.ok) return written;
    return succeed({ item: active.artifact_folder, workflow: active.type, branch: active.branch });
  });
}
