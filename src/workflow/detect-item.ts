import type { Item, StalenessReport, StartPhase, Workflow } from "../vocabulary/workflow.ts";
import { computeStartPhase } from "./compute-start-phase.ts";
import type { FlowContext } from "./context.ts";
import { ANALYSIS_PHASES, isAnalysis } from "./phases.ts";
import { measureStaleness } from "./staleness.ts";

/** Where an item stands. */
export interface Detection {
  readonly item: Item;
  readonly start: StartPhase;
  readonly staleness: StalenessReport;
  /** What is wrong with its record, for people: one sentence each. */
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

/** Finds out what is done and whether it still stands. Reads only. An item that is raw cannot be stale. */
export async function detectItem(context: FlowContext, item: Item, workflow: Workflow): Promise<Detection> {
  const start = startIn(workflow, item);
  const staleness =
    start.status === "raw" ? NOT_ANALYSED : await measureStaleness(context, item, start.completedPhases);
  const corrupt =
    item.metaProblem === "corrupt"
      ? [`The meta.json of ${item.slug} cannot be read, so the item is taken as raw.`]
      : [];
  return { item, start, staleness, warnings: [...corrupt, ...start.warnings] };
}

/** A workflow that has only the first of the analysis phases is analysed when it has done those. */
function startIn({ phases }: Workflow, { meta }: Item): StartPhase {
  const keys = phases.map(({ key }) => key);
  const start = computeStartPhase(meta, keys);
  const own = keys.filter(isAnalysis);
  const isBeginning = own.length > 0 && own.every((key, index) => key === ANALYSIS_PHASES[index]);
  if (start.status !== "partial" || !isBeginning || start.completedPhases.length < own.length) return start;
  return { ...start, status: "analyzed", startPhase: keys.find((key) => !isAnalysis(key)) ?? null };
}
