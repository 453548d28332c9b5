import type { AnalysisStatus, Item, Marker, Meta, StalenessReport } from "../../vocabulary/flow/workflow.ts";
import { type FlowContext, fromRoot } from "../build/context.ts";
import type { ActiveWorkflow, FlowState } from "../build/state.ts";
import type { DetectedItem } from "./detect-item.ts";
import { textField } from "./meta.ts";

/** The state of an item, as `flow show` prints it. */
export interface ShownItem {
  readonly slug: string;
  /** Relative to the repository root. */
  readonly dir: string;
  readonly meta: Meta | null;
  /** Done: it is built, and no workflow is running on it; then nothing remains. */
  readonly status: AnalysisStatus | "done";
  readonly startPhase: string | null;
  readonly completedPhases: readonly string[];
  readonly remainingPhases: readonly string[];
  readonly warnings: readonly string[];
  readonly staleness: StalenessReport;
  readonly description: string;
  readonly number: string | null;
  readonly marker: Marker | null;
  /** When its last build was completed. */
  readonly builtAt: string | null;
  /** Null if no workflow is running on it. */
  readonly active: {
    readonly workflow: string;
    readonly mode: ActiveWorkflow["mode"];
    readonly phase: string | null;
    readonly status: string;
    readonly branch: string | null;
  } | null;
}

export function showItem(
  context: FlowContext,
  { item, start, staleness, warnings }: DetectedItem,
  state: FlowState,
): ShownItem {
  const { slug, meta, description, number, marker } = item;
  const active = activeOn(item, state);
  const builtAt = textField(meta, "build_completed_at");
  const isDone = active === null && (builtAt !== null || marker === "x");
  return {
    slug,
    dir: fromRoot(context, item.dir),
    meta,
    status: isDone ? "done" : start.status,
    startPhase: isDone ? null : start.startPhase,
    completedPhases: start.completedPhases,
    remainingPhases: isDone ? [] : start.remainingPhases,
    warnings: [...warnings, ...staleness.notes],
    staleness,
    description,
    number,
    marker,
    builtAt,
    active,
  };
}

function activeOn({ slug }: Item, { active_workflow: active, phases }: FlowState): ShownItem["active"] {
  if (active?.artifact_folder !== slug) return null;
  const { type: workflow, mode, current_phase: phase, branch } = active;
  return { workflow, mode, phase, branch, status: phases[phase ?? ""]?.status ?? "pending" };
}
