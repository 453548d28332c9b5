import { succeed, type Result } from "../vocabulary/failure.ts";
import type { FlowOutcome } from "../vocabulary/flow.ts";
import { newRecord } from "./complete-phase.ts";
import type { FlowContext } from "./context.ts";
import { readHead } from "./history.ts";
import { analysisStatus } from "./meta.ts";
import type { Underway } from "./underway.ts";
import { writeState } from "./state.ts";
import { updateItem } from "./update-item.ts";
import { validatePhasesCompleted } from "./validate-phases-completed.ts";

/** Ends a workflow whose phases are all done: in the item's record and the backlog first, then in the state. */
export async function finishWorkflow(context: FlowContext, at: Underway): Promise<Result<FlowOutcome>> {
  const { item, active, state } = at;
  if (active.mode === "build") await recordBuild(context, at);
  const written = writeState(context.config, { ...state, active_workflow: null });
  if (!written.ok) return written;
  return succeed({ type: "completed", item: item.slug, workflow: active.type, mode: active.mode });
}

/** An item that had no record gets one now, from what the workflow did. */
async function recordBuild(context: FlowContext, { item, active, state }: Underway): Promise<void> {
  const head = await readHead(context.config.root);
  const done = Object.keys(state.phases).filter((key) => state.phases[key]?.status === "completed");
  const { valid } = validatePhasesCompleted(done);
  await updateItem(context, item, {
    meta: (meta) => ({
      ...(item.meta === null
        ? {
            ...newRecord(context, item),
            analysis_status: analysisStatus(valid),
            phases_completed: valid,
            codebase_hash: head?.short ?? null,
            ...meta,
          }
        : meta),
      workflow_type: active.type,
      build_started_at: active.started_at,
      build_completed_at: context.now().toISOString(),
    }),
    marker: () => "x",
  });
}
