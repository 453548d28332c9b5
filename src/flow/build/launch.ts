import { dirname, join } from "node:path";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { FlowOutcome } from "../../vocabulary/flow/flow.ts";
import type { Workflow } from "../../vocabulary/flow/workflow.ts";
import { readItems } from "../items/items.ts";
import { loadMeta } from "../items/meta.ts";
import { resolveItem } from "../items/resolve-item.ts";
import { findWorkflow } from "../phases/definitions.ts";
import { runPhases, verbOf } from "../phases/run-phases.ts";
import { switchBranch } from "./branch.ts";
import { type FlowContext, fromRoot, warn } from "./context.ts";
import { lockWorkflow } from "./locks.ts";
import { recordStart, type StartOptions, startWorkflow } from "./start-workflow.ts";
import { type ActiveWorkflow, type LoadedState, readState, removeLitter } from "./state.ts";
import type { Underway } from "./underway.ts";

/** Takes the lock, checks that nothing has changed since the decision, starts the workflow and runs it. */
export async function launch(context: FlowContext, options: StartOptions): Promise<Result<FlowOutcome>> {
  return whileLocked(context, async ({ state }) => {
    const { active_workflow: active } = state;
    const isTakenOver =
      active?.mode === "analyze" && options.mode === "build" && active.artifact_folder === options.item.slug;
    if (active !== null && !isTakenOver) return fail(otherActive(active));
    const now = loadMeta(options.item.dir).meta;
    if (JSON.stringify(now) !== JSON.stringify(options.item.meta))
      return fail(changedMeanwhile(options.item.slug));
    const started = await startWorkflow(context, state, options);
    return started.ok ? runPhases(context, started.value) : started;
  });
}

/** Continues the active workflow if it is the requested one; null if none is active. */
export async function resumeActive(
  context: FlowContext,
  options: {
    readonly input: string;
    readonly workflow: Workflow;
    readonly mode: "build" | "analyze";
    readonly supervised: boolean;
  },
): Promise<Result<FlowOutcome> | null> {
  const { config } = context;
  const { active_workflow: active } = readActive(context).state;
  if (active === null) return null;
  const requested = resolveItem(options.input, config.itemsDir, config.backlogPath);
  const slugs =
    requested === null
      ? []
      : requested.slug === null
        ? requested.matches.map(({ slug }) => slug)
        : [requested.slug];
  const isRequested = slugs.includes(active.artifact_folder);
  if (isRequested && active.mode === "analyze" && options.mode === "build") return null;
  if (!isRequested || active.type !== options.workflow.name || active.mode !== options.mode)
    return fail(otherActive(active));
  return whileLocked(context, async (loaded) => {
    const underway = await findUnderway(context, loaded);
    if (!underway.ok) return underway;
    const { item, active: current } = underway.value;
    const next = current.current_phase ?? "its end";
    context.emit({ type: "note", message: `Resuming ${item.slug} at ${next}.` });
    const resumed = { ...current, supervised: current.supervised || options.supervised };
    const state = { ...underway.value.state, active_workflow: resumed };
    return runPhases(context, { ...underway.value, active: resumed, state });
  });
}

/** The state. Reports one that cannot be read. */
export function readActive(context: FlowContext): LoadedState {
  const loaded = readState(context.config);
  if (loaded.problem !== null) {
    const file = fromRoot(context, context.config.statePath);
    warn(
      context,
      `${file} cannot be read, so no workflow counts as active; it is kept as ${file}.corrupt when one starts.`,
    );
  }
  return loaded;
}

/** The active workflow with its item, on its branch and with its start recorded. Only for the holder of the lock. */
export async function findUnderway(context: FlowContext, { state }: LoadedState): Promise<Result<Underway>> {
  const { active_workflow: active } = state;
  if (active === null) {
    const hint =
      readItems(context.config.itemsDir, context.config.backlogPath).length === 0
        ? "There is no item yet either. `verification flow add <description>` adds one."
        : "`verification flow build <item>` starts one.";
    return fail({ kind: "usage", message: "No workflow is active.", hint });
  }
  const workflow = findWorkflow(active.type, context.config.workflows);
  if (!workflow.ok) return workflow;
  const find = (): Underway["item"] | undefined =>
    readItems(context.config.itemsDir, context.config.backlogPath).find(
      ({ slug, exists }) => slug === active.artifact_folder && exists,
    );
  const before = find();
  if (before !== undefined && active.branch !== null) {
    const switched = await switchBranch(context, before, { name: active.branch, update: null });
    if (!switched.ok) return switched;
  }
  const item = find();
  if (item === undefined) {
    return fail({
      kind: "usage",
      message: `The directory of the active item ${active.artifact_folder} is not here.`,
      value: active.artifact_folder,
      hint: `Switch to ${active.branch ?? "the branch that has it"}, or run \`verification flow abort\`.`,
    });
  }
  const underway = { item, workflow: workflow.value, state, active };
  if (active.mode === "build") await recordStart(context, underway);
  return succeed(underway);
}

export async function whileLocked<T>(
  context: FlowContext,
  work: (loaded: LoadedState) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { config } = context;
  const lock = lockWorkflow(context);
  if (!lock.ok) return lock;
  try {
    for (const path of [config.statePath, join(dirname(config.statePath), ".gitignore")])
      removeLitter({ base: config.root, path });
    return await work(readState(config));
  } finally {
    lock.value.release();
  }
}

function otherActive(active: ActiveWorkflow): Failure {
  const doing = active.mode === "analyze" ? "being analysed" : `in the workflow "${active.type}"`;
  return {
    kind: "usage",
    message: `${active.artifact_folder} is ${doing}, and one workflow is active at a time.`,
    value: active.artifact_folder,
    hint: `Resume it with \`verification flow ${verbOf(active)} ${active.artifact_folder}\`, or end it with \`verification flow abort\`.`,
  };
}

function changedMeanwhile(slug: string): Failure {
  return {
    kind: "usage",
    message: `The record of ${slug} changed while you decided, so nothing was done.`,
    value: slug,
    hint: "Run the command again.",
  };
}
