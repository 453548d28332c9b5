import { succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { FlowOutcome } from "../../vocabulary/flow/flow.ts";
import { updateItem } from "../items/update-item.ts";
import { newRecord, RAW_META } from "../phases/complete-phase.ts";
import type { FlowContext } from "./context.ts";
import { writeState } from "./state.ts";
import type { Underway } from "./underway.ts";

/** Ends a workflow whose phases are all done: first in the item's record and the backlog, then in the state. */
export async function finishWorkflow(context: FlowContext, at: Underway): Promise<Result<FlowOutcome>> {
  const { item, active, state } = at;
  if (active.mode === "build") await recordBuild(context, at);
  const written = writeState(context.config, { ...state, active_workflow: null });
  if (!written.ok) return written;
  return succeed({ type: "completed", item: item.slug, workflow: active.type, mode: active.mode });
}

async function recordBuild(context: FlowContext, { item, active }: Underway): Promise<void> {
  await updateItem(context, item, {
    meta: (meta) => ({
      ...(Object.keys(meta).length === 0 ? { ...newRecord(context, item), ...RAW_META } : meta),
      workflow_type: active.type,
      build_started_at: active.started_at,
      build_completed_at: context.now().toISOString(),
    }),
    marker: () => "x",
  });
}
