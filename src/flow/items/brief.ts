import { join } from "node:path";
import type { Brief } from "../../vocabulary/flow/flow.ts";
import type { Item, Phase } from "../../vocabulary/flow/workflow.ts";
import { type FlowContext, fromRoot } from "../build/context.ts";
import { describePhase } from "../phases/definitions.ts";
import { listArtifacts } from "./cited-files.ts";

/**
 * Tells the person or program that takes over a phase what to produce, where, from what, and which gate it must pass.
 */
export function writeBrief(
  context: FlowContext,
  phase: Phase,
  { item, workflow }: { readonly item: Item; readonly workflow: string },
): Brief {
  const { task, artifact } = describePhase(phase);
  const inItem = (path: string): string => fromRoot(context, join(item.dir, path));
  return {
    item: item.slug,
    description: item.description,
    workflow,
    phase: phase.key,
    task,
    directory: fromRoot(context, item.dir),
    produce: phase.artifacts.map((path) => (path.startsWith("/") ? path.slice(1) : inItem(path))),
    suggestion: artifact === null ? null : inItem(artifact),
    from: listArtifacts(item.dir).map(inItem),
    checks: phase.gate.checks,
    tags: phase.gate.tags,
  };
}
