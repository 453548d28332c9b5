import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { matchGlobs } from "../../paths/glob.ts";
import type { Item, Marker, Meta, Phase, Workflow } from "../../vocabulary/flow/workflow.ts";
import type { FlowContext } from "../build/context.ts";
import type { ActiveWorkflow } from "../build/state.ts";
import { listArtifacts } from "../items/cited-files.ts";
import { analysisStatus } from "../items/meta.ts";
import { updateItem } from "../items/update-item.ts";
import { validatePhasesCompleted } from "../items/validate-phases-completed.ts";
import { readHead } from "../staleness/commit-graph.ts";
import { ANALYSIS_PHASES, isAnalysis, QUICK_SCAN } from "./phases.ts";

/** A hash of what a phase left in the item's directory: its artifacts, or everything if it declares none. */
export function digestArtifacts({ artifacts }: Pick<Phase, "artifacts">, dir: string): string {
  const isOwn = matchGlobs(artifacts.filter((artifact) => !artifact.startsWith("/")));
  const files = listArtifacts(dir).filter((path) => artifacts.length === 0 || isOwn(path));
  const hash = createHash("sha256");
  for (const path of files) {
    const content = createHash("sha256")
      .update(readFileSync(join(dir, path)))
      .digest("hex");
    hash.update(`${path}\0${content}\0`);
  }
  return hash.digest("hex");
}

/**
 * Records a completed phase in the item's record, with its commit. If a repeated quick scan has the same
 * result, the other phases stay valid, now at this commit; otherwise the phases after it are no longer done.
 * Returns the remaining phases of the workflow.
 */
export async function recordPhase(
  context: FlowContext,
  phase: Phase,
  given: { readonly item: Item; readonly active: ActiveWorkflow; readonly workflow: Workflow },
): Promise<readonly string[]> {
  const { item, active, workflow } = given;
  const isAgain = phase.key === QUICK_SCAN && active.quick_scan_before !== null;
  const hasChanged = isAgain && digestArtifacts(phase, item.dir) !== active.quick_scan_before;
  const rest = hasChanged ? workflow.phases.map(({ key }) => key).filter((key) => key !== QUICK_SCAN) : null;
  const phases = rest === null ? active.phases : [QUICK_SCAN, ...rest];
  if (!isAnalysis(phase.key)) return phases;
  const head = await readHead(context.config.root);
  await updateItem(context, item, {
    meta: (meta) => {
      const before = hasChanged ? [] : validatePhasesCompleted(meta["phases_completed"] ?? []).valid;
      const completed = ANALYSIS_PHASES.filter((key) => key === phase.key || before.includes(key));
      const { valid } = validatePhasesCompleted(completed);
      const touched = isAgain ? valid : [phase.key];
      return {
        ...(Object.keys(meta).length === 0 ? newRecord(context, item) : meta),
        analysis_status: analysisStatus(valid, workflow.phases.map(({ key }) => key).filter(isAnalysis)),
        phases_completed: valid,
        codebase_hash: head?.short ?? null,
        phase_commits: { ...commitsOf(meta, valid), ...commitsAt(touched, head?.short) },
      };
    },
    marker: markerOf,
  });
  return phases;
}

export function newRecord({ now }: FlowContext, { slug, description }: Item): Meta {
  return { slug, description, source: "manual", created_at: now().toISOString() };
}

/** For an item without an analysis. */
export const RAW_META: Meta = { analysis_status: "raw", phases_completed: [], codebase_hash: null };

/** The backlog marker for an item with this record, before it is built. */
export function markerOf(meta: Meta): Marker {
  const { valid } = validatePhasesCompleted(meta["phases_completed"] ?? []);
  if (valid.length === 0) return " ";
  return meta["analysis_status"] === "analyzed" || analysisStatus(valid) === "analyzed" ? "A" : "~";
}

function commitsOf(meta: Meta, phases: readonly string[]): Meta {
  const known = meta["phase_commits"];
  const entries = typeof known === "object" && known !== null ? Object.entries(known) : [];
  return Object.fromEntries(entries.filter(([key]) => phases.includes(key)));
}

function commitsAt(phases: readonly string[], commit: string | undefined): Meta {
  return commit === undefined ? {} : Object.fromEntries(phases.map((phase) => [phase, commit]));
}
