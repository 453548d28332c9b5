import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { FlowOutcome } from "../../vocabulary/flow/flow.ts";
import { requireItem } from "../items/choose-item.ts";
import { detectItem } from "../items/detect-item.ts";
import { findWorkflow } from "../phases/definitions.ts";
import { isAnalysis } from "../phases/phases.ts";
import { resolveWorkflowOptions } from "./build-item.ts";
import { type FlowContext, warn } from "./context.ts";
import { ensureDirectory } from "./ensure-directory.ts";
import { launch, resumeActive } from "./launch.ts";

/** Runs the analysis phases of an item, starting with the first that is not done. Records each when it is done. */
export async function analyzeItem(
  context: FlowContext,
  options: { readonly input: string; readonly supervised: boolean; readonly options: readonly string[] },
): Promise<Result<FlowOutcome>> {
  const found = findWorkflow("feature", context.config.workflows);
  if (!found.ok) return found;
  const workflow = found.value;
  const settings = resolveWorkflowOptions(workflow, options.options);
  if (!settings.ok) return settings;
  const resumed = await resumeActive(context, { ...options, workflow, mode: "analyze" });
  if (resumed !== null) return resumed;
  const item = await requireItem(context, options.input);
  if (!item.ok) return item;
  const { start, warnings, staleness } = await detectItem(context, item.value, { workflow });
  for (const message of [...context.config.warnings, ...warnings]) warn(context, message);
  const remaining = start.remainingPhases.filter(isAnalysis);
  if (!workflow.phases.some(({ key }) => isAnalysis(key))) {
    const message = 'The workflow "feature" has no analysis phase.';
    return fail({ kind: "usage", message, hint: "`verification flow build` runs it." });
  }
  if (remaining.length === 0) {
    if (staleness.stale)
      warn(context, "The repository has changed since; `verification flow build` says whether that matters.");
    return succeed({ type: "completed", item: item.value.slug, workflow: workflow.name, mode: "analyze" });
  }
  const target = await ensureDirectory(context, item.value);
  if (!target.ok) return target;
  return launch(context, {
    item: target.value,
    workflow,
    mode: "analyze",
    branch: null,
    startPhase: null,
    only: (key) => remaining.includes(key),
    quickScan: false,
    reset: false,
    supervised: options.supervised || workflow.supervised,
    options: settings.value,
  });
}
