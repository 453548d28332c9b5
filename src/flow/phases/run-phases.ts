import { ownValue } from "../../values/own-value.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { FlowOutcome } from "../../vocabulary/flow/flow.ts";
import type { Phase } from "../../vocabulary/flow/workflow.ts";
import type { FlowContext } from "../build/context.ts";
import { finishWorkflow } from "../build/finish-workflow.ts";
import { type ActiveWorkflow, type FlowState, type PhaseState, writeState } from "../build/state.ts";
import type { Underway } from "../build/underway.ts";
import { writeBrief } from "../items/brief.ts";
import { recordPhase } from "./complete-phase.ts";
import { type GateProblem, passGate } from "./gate.ts";
import { runCommand } from "./run-command.ts";

/** Advances a workflow until it is completed, waits, pauses, fails or is interrupted. Every step is written at once. */
export async function runPhases(context: FlowContext, from: Underway): Promise<Result<FlowOutcome>> {
  let at = from;
  for (;;) {
    const { item, active } = at;
    const key = active.phases[active.current_phase_index];
    if (key === undefined) return finishWorkflow(context, at);
    const phase = findPhase(at, key);
    if (!phase.ok) return phase;
    const number = active.current_phase_index + 1;
    context.emit({ type: "phase-started", phase: key, number, of: active.phases.length });
    if (phase.value.run === null) {
      const waits = setPhase(context, at, { status: "waiting", started_at: context.now().toISOString() });
      const brief = writeBrief(context, phase.value, { item, workflow: active.type });
      return waits.ok ? succeed({ type: "waiting", brief }) : waits;
    }
    const running = setPhase(context, at, { status: "running", started_at: context.now().toISOString() });
    if (!running.ok) return running;
    at = running.value;
    const end = await runCommand(context, phase.value, { item, active });
    const problem =
      end.type === "passed"
        ? await passGate(context, phase.value, item)
        : {
            why: end.type === "failed" ? end.why : "",
            details: [],
            failedChecks: [],
            isInterrupted: end.type === "interrupted",
          };
    if (problem !== null) return stopAt(context, at, problem);
    const moved = await advance(context, at, phase.value);
    if (!moved.ok) return moved;
    at = moved.value;
    if (await isToPause(context, at)) return succeed(paused(at));
  }
}

/** The current definition of a phase. */
export function findPhase({ workflow }: Underway, key: string): Result<Phase> {
  const phase = workflow.phases.find((each) => each.key === key);
  if (phase !== undefined) return succeed(phase);
  return fail({
    kind: "usage",
    message: `The workflow "${workflow.name}" no longer has the phase "${key}", which is next.`,
    value: key,
    expected: `one of ${workflow.phases.map((each) => each.key).join(", ")}`,
    hint: "Restore it, or run `verification flow abort` and build again.",
  });
}

/** Records that the current phase is done, first in the item's record: repeating it changes nothing. */
export async function advance(context: FlowContext, at: Underway, phase: Phase): Promise<Result<Underway>> {
  const { item, workflow, active, state } = at;
  const phases = await recordPhase(context, phase, { item, active, workflow });
  const index = active.current_phase_index + 1;
  const done: PhaseState = {
    ...ownValue(state.phases, phase.key),
    status: "completed",
    completed_at: context.now().toISOString(),
  };
  const pending = Object.fromEntries(phases.map((key) => [key, { status: "pending" as const }]));
  const next: ActiveWorkflow = {
    ...active,
    phases,
    current_phase: phases[index] ?? null,
    current_phase_index: index,
    quick_scan_before: null,
  };
  context.emit({ type: "phase-finished", phase: phase.key });
  return keep(context, at, {
    ...state,
    active_workflow: next,
    phases: { ...pending, ...state.phases, [phase.key]: done },
  });
}

export function stopAt(context: FlowContext, at: Underway, problem: GateProblem): Result<FlowOutcome> {
  const { active, state, item } = at;
  const phase = active.current_phase ?? "";
  const status = problem.isInterrupted ? "interrupted" : "failed";
  const kept = setPhase(context, at, { ...ownValue(state.phases, phase), status, reason: problem.why });
  if (!kept.ok) return kept;
  const verb = verbOf(active);
  if (problem.isInterrupted) return succeed({ type: "interrupted", item: item.slug, phase, verb });
  const isHandedOver = at.workflow.phases.find(({ key }) => key === phase)?.run === null;
  const again = isHandedOver ? ["done", phase] : [verb, item.slug];
  const { why, details, failedChecks } = problem;
  return succeed({ type: "failed", item: item.slug, phase, why, details, failedChecks, again });
}

/** The verb that continues a workflow. */
export function verbOf({ mode, type }: ActiveWorkflow): string {
  if (mode === "analyze") return "analyze";
  return type === "feature" ? "build" : type;
}

function setPhase(context: FlowContext, at: Underway, phase: PhaseState): Result<Underway> {
  const key = at.active.current_phase ?? "";
  return keep(context, at, { ...at.state, phases: { ...at.state.phases, [key]: phase } });
}

function keep(context: FlowContext, at: Underway, state: FlowState): Result<Underway> {
  const written = writeState(context.config, state);
  if (!written.ok) return written;
  return succeed({ ...at, state, active: state.active_workflow ?? at.active });
}

/** Between two phases of a supervised workflow: asks, or pauses if nobody can be asked. */
export async function isToPause(context: FlowContext, { active }: Underway): Promise<boolean> {
  if (!active.supervised || active.current_phase === null) return false;
  if (context.ask === null) return true;
  const answer = await context.ask({
    text: `Next is ${active.current_phase}.`,
    choices: [
      { key: "C", label: "Continue" },
      { key: "P", label: "Pause here" },
    ],
    suggested: "C",
  });
  return answer !== "C";
}

export function paused({ item, active }: Underway): FlowOutcome {
  return { type: "paused", item: item.slug, next: active.current_phase ?? "", verb: verbOf(active) };
}
