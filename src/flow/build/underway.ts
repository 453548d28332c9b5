import type { Item, Workflow } from "../../vocabulary/flow/workflow.ts";
import type { ActiveWorkflow, FlowState } from "./state.ts";

/** A workflow on its way. Anyone who moves it holds the lock. */
export interface Underway {
  readonly item: Item;
  readonly workflow: Workflow;
  readonly state: FlowState;
  readonly active: ActiveWorkflow;
}
