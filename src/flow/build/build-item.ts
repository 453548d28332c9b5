import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { FlowOutcome } from "../../vocabulary/flow/flow.ts";
import type { Item, Workflow } from "../../vocabulary/flow/workflow.ts";
import { unknownName } from "../../wording/unknown-name.ts";
import { addItem } from "../items/add-item.ts";
import { chooseItem, unknownItem } from "../items/choose-item.ts";
import { detectItem } from "../items/detect-item.ts";
import { isReference } from "../items/resolve-item.ts";
import { type BuildAnswers, type BuildDecision, decideBuild } from "../phases/decide-build.ts";
import { findWorkflow } from "../phases/definitions.ts";
import { type BranchChoice, chooseBranch } from "./choose-branch.ts";
import { checkConstitution } from "./constitution.ts";
import { type FlowContext, warn } from "./context.ts";
import { ensureDirectory } from "./ensure-directory.ts";
import { launch, resumeActive } from "./launch.ts";

export interface BuildItemOptions extends BuildAnswers {
  readonly input: string;
  readonly workflow: string;
  readonly supervised: boolean;
  /** `name` or `name=value`. */
  readonly options: readonly string[];
}

/**
 * Builds an item: checks the constitution and the active workflow, finds the item and its state, decides what to do,
 * and only then changes anything. An item that is already being built continues.
 */
export async function buildItem(
  context: FlowContext,
  options: BuildItemOptions,
): Promise<Result<FlowOutcome>> {
  const allowed = checkConstitution(context);
  if (!allowed.ok) return allowed;
  const workflow = findWorkflow(options.workflow, context.config.workflows);
  if (!workflow.ok) return workflow;
  const settings = resolveWorkflowOptions(workflow.value, options.options);
  if (!settings.ok) return settings;
  const resumed = await resumeActive(context, { ...options, workflow: workflow.value, mode: "build" });
  if (resumed !== null) return resumed;
  const found = await chooseItem(context, options.input);
  if (!found.ok) return found;
  const start = async (
    item: Item,
    decision: BuildDecision,
    branch?: BranchChoice,
  ): Promise<Result<FlowOutcome>> =>
    launch(context, {
      item,
      branch: branch ?? null,
      workflow: workflow.value,
      mode: "build",
      only: null,
      ...decision,
      supervised: options.supervised || workflow.value.supervised,
      options: settings.value,
    });
  if (found.value === null) {
    const added = await offerToAdd(context, options);
    if (!added.ok) return added;
    if (added.value === null) return succeed({ type: "declined" });
    return start(added.value, { startPhase: null, quickScan: false, reset: false });
  }
  // Without a directory it has no name for a branch yet.
  const branch = found.value.exists
    ? await chooseBranch(context, { item: found.value, workflow: workflow.value }, options.onBehind)
    : null;
  if (branch !== null && !branch.ok) return branch;
  const detection = await detectItem(context, found.value, {
    workflow: workflow.value,
    ...(branch === null ? {} : { at: branch.value.at }),
  });
  for (const message of [...context.config.warnings, ...detection.warnings, ...detection.staleness.notes])
    warn(context, message);
  const decided = await decideBuild(context, { detection, workflow: workflow.value }, options);
  if (!decided.ok) return decided;
  if (decided.value === null) return succeed({ type: "declined" });
  const item = await ensureDirectory(context, found.value);
  return item.ok ? start(item.value, decided.value, branch?.value) : item;
}

/** Only words can become an item: a number or a reference that matches nothing is a mistake. */
async function offerToAdd(context: FlowContext, options: BuildItemOptions): Promise<Result<Item | null>> {
  if (!isDescription(options.input)) return fail(unknownItem(options.input));
  if (!options.yes) {
    if (context.ask === null) {
      const { hint: _, ...failure } = unknownItem(options.input);
      return fail({ ...failure, hint: "--yes adds and builds it." });
    }
    const answer = await context.ask({
      text: `No item matches "${options.input}". Add it and build it?`,
      choices: [
        { key: "Y", label: "Yes" },
        { key: "N", label: "No" },
      ],
      suggested: "N",
    });
    if (answer !== "Y") return succeed(null);
  }
  return addItem(context, { description: options.input, isNumbered: true });
}

function isDescription(input: string): boolean {
  return /\p{L}/u.test(input) && !isReference(input.trim());
}

/** It becomes part of the name of a variable. */
function isOptionName(name: string): boolean {
  return /^[A-Za-z][\w-]*$/.test(name);
}

/** The settings of a workflow, overridden by the given ones. */
export function resolveWorkflowOptions(
  workflow: Workflow,
  given: readonly string[],
): Result<Readonly<Record<string, string>>> {
  const values = new Map(workflow.options.map(({ name, value }) => [name, value]));
  for (const text of given) {
    const [, name = "", value = "true"] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
    if (!values.has(name) && !(workflow.takesAnyOption && isOptionName(name))) {
      const message = `The workflow "${workflow.name}" has no option "${name}".`;
      return fail(unknownName({ message, name, known: values.keys(), none: "no option: it has none" }));
    }
    values.set(name, value);
  }
  return succeed(Object.fromEntries(values));
}
