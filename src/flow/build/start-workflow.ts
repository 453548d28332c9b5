import { succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { Item, Workflow } from "../../vocabulary/flow/workflow.ts";
import { updateItem } from "../items/update-item.ts";
import { digestArtifacts, markerOf, newRecord, RAW_META } from "../phases/complete-phase.ts";
import { QUICK_SCAN } from "../phases/phases.ts";
import { slicePhases } from "../phases/slice-phases.ts";
import { readHead } from "../staleness/commit-graph.ts";
import { switchBranch } from "./branch.ts";
import type { BranchChoice } from "./choose-branch.ts";
import { type FlowContext, warn } from "./context.ts";
import { type ActiveWorkflow, type FlowState, writeState } from "./state.ts";
import type { Underway } from "./underway.ts";

/** What was decided about a workflow before anything was changed. */
export interface StartOptions {
  readonly item: Item;
  readonly workflow: Workflow;
  /** Where to build it; null: on the branch with its name. */
  readonly branch: BranchChoice | null;
  readonly mode: "build" | "analyze";
  /** Null: the first one. */
  readonly startPhase: string | null;
  /** Whether a phase is included; null: all are. */
  readonly only: ((key: string) => boolean) | null;
  /** Whether to repeat the quick scan before the start phase. */
  readonly quickScan: boolean;
  /** Whether to clear the record of the analysis. */
  readonly reset: boolean;
  readonly supervised: boolean;
  readonly options: Readonly<Record<string, string>>;
}

/**
 * Starts a workflow: the branch, the cleared record if requested, the state with exactly the phases that will run, and
 * the item's record, in this order. If it is killed in between, starting again gives the same.
 */
export async function startWorkflow(
  context: FlowContext,
  state: FlowState,
  options: StartOptions,
): Promise<Result<Underway>> {
  const { item, workflow, mode, only } = options;
  const sliced = slicePhases(workflow, options.startPhase);
  if (sliced.problem !== null) warn(context, sliced.problem);
  const chosen = only === null ? sliced.phases : sliced.phases.filter(only);
  const phases = options.quickScan ? [QUICK_SCAN, ...chosen.filter((key) => key !== QUICK_SCAN)] : chosen;
  const switched =
    mode === "build"
      ? await switchBranch(
          context,
          item,
          options.branch ?? { name: `${workflow.branch}/${item.slug}`, update: null },
        )
      : succeed(null);
  if (!switched.ok) return switched;
  if (options.reset) await clearAnalysis(context, item);
  const scan = workflow.phases.find(({ key }) => key === QUICK_SCAN);
  const active: ActiveWorkflow = {
    type: workflow.name,
    mode,
    artifact_folder: item.slug,
    phases,
    current_phase: phases[0] ?? null,
    current_phase_index: 0,
    started_at: context.now().toISOString(),
    branch: switched.value,
    supervised: options.supervised,
    options: options.options,
    quick_scan_before: options.quickScan && scan !== undefined ? digestArtifacts(scan, item.dir) : null,
  };
  const fresh: FlowState = {
    ...state,
    active_workflow: active,
    phases: Object.fromEntries(phases.map((key) => [key, { status: "pending" as const }])),
  };
  const written = writeState(context.config, fresh);
  if (!written.ok) return written;
  const underway = { item, workflow, state: fresh, active };
  if (mode === "build") await recordStart(context, underway);
  return succeed(underway);
}

/**
 * Writes the start of a build into the item's record, unless it is there already. Creates the record if there is none.
 */
export async function recordStart(context: FlowContext, { item, active }: Underway): Promise<void> {
  if (item.meta?.["build_started_at"] === active.started_at) return;
  await updateItem(context, item, {
    meta: (meta) => ({
      ...(Object.keys(meta).length === 0 ? { ...newRecord(context, item), ...RAW_META } : meta),
      build_completed_at: undefined,
      workflow_type: active.type,
      build_started_at: active.started_at,
    }),
    marker: markerOf,
  });
}

async function clearAnalysis(context: FlowContext, item: Item): Promise<void> {
  const head = await readHead(context.config.root);
  await updateItem(context, item, {
    meta: (meta) => ({
      ...meta,
      phase_commits: undefined,
      analysis_status: "raw",
      phases_completed: [],
      codebase_hash: head?.short ?? null,
    }),
    marker: () => " ",
  });
}
