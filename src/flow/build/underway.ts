import type { Item, Workflow } from "../../vocabulary/flow/workflow.ts";
import type { ActiveWorkflow, FlowState } from "./state.ts";

/** A workflow that is running. Only the holder of the lock may advance it. */
export interface Underway {
  readonly item: Item;
  readonly workflow: Workflow;
  readonly state: FlowState;
  readonly active: ActiveWorkflow;
}
