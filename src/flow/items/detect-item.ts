import type { Item, StalenessReport, StartPhase, Workflow } from "../../vocabulary/flow/workflow.ts";
import type { FlowContext } from "../build/context.ts";
import { computeStartPhase } from "../phases/compute-start-phase.ts";
import { isAnalysis } from "../phases/phases.ts";
import { measureStaleness } from "../staleness/staleness.ts";

/** The state of an item. */
export interface DetectedItem {
  readonly item: Item;
  readonly start: StartPhase;
  readonly staleness: StalenessReport;
  /** What is wrong with its record: one sentence each. */
  readonly warnings: readonly string[];
}

const NOT_ANALYSED: StalenessReport = {
  stale: false,
  originalHash: null,
  currentHash: null,
  commitsBehind: null,
  citedFilesChanged: [],
  citedChanges: [],
  citedCommits: null,
  notes: [],
};

/** Finds out what is done and whether it is stale. Only reads. A raw item cannot be stale. */
export async function detectItems(
  context: FlowContext,
  items: readonly { readonly item: Item; readonly workflow: Workflow }[],
  at = "HEAD",
): Promise<readonly DetectedItem[]> {
  const starts = items.map(({ item, workflow }) => ({ item, start: startIn(workflow, item) }));
  const analysed = starts.filter(({ start }) => start.status !== "raw");
  const measured = await measureStaleness(
    context,
    analysed.map(({ item, start }) => ({ item, completed: start.completedPhases })),
    at,
  );
  const reports = new Map(analysed.map(({ item }, index) => [item, measured[index]]));
  return starts.map(({ item, start }) => {
    const isUnread = item.metaProblem === "corrupt" || item.metaProblem === "refused";
    const unread = isUnread
      ? [`The meta.json of ${item.slug} cannot be read, so the item counts as raw.`]
      : [];
    const staleness = reports.get(item) ?? NOT_ANALYSED;
    return { item, start, staleness, warnings: [...unread, ...start.warnings] };
  });
}

/** The same for one. */
export async function detectItem(
  context: FlowContext,
  item: Item,
  { workflow, at = "HEAD" }: { readonly workflow: Workflow; readonly at?: string },
): Promise<DetectedItem> {
  const [detection] = await detectItems(context, [{ item, workflow }], at);
  if (detection === undefined) throw new Error("no item was returned for the one that was given");
  return detection;
}

/**
 * What the record means in a workflow: only analysis phases of this workflow can be done or missing. If it has none,
 * nothing can be missing.
 */
function startIn({ phases }: Workflow, { meta }: Item): StartPhase {
  const keys = phases.map(({ key }) => key);
  const start = computeStartPhase(meta, keys);
  if (start.status === "raw") return start;
  const analysisKeys = keys.filter(isAnalysis);
  const gap = analysisKeys.findIndex((key) => !start.completedPhases.includes(key));
  if (gap === -1) {
    const completedPhases = analysisKeys.length === 0 ? start.completedPhases : analysisKeys;
    const startPhase = keys.find((key) => !isAnalysis(key)) ?? null;
    return { ...start, status: "analyzed", startPhase, completedPhases };
  }
  const completedPhases = analysisKeys.slice(0, gap);
  const remainingPhases = keys.filter((key) => !completedPhases.includes(key));
  return gap === 0
    ? { ...start, status: "raw", startPhase: null, completedPhases, remainingPhases }
    : {
        ...start,
        status: "partial",
        startPhase: analysisKeys[gap] ?? null,
        completedPhases,
        remainingPhases,
      };
}
