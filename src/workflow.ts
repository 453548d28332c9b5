export { ANALYSIS_PHASES, IMPLEMENTATION_PHASES } from "./workflow/phases.ts";
export { validatePhasesCompleted } from "./workflow/validate-phases-completed.ts";
export { computeStartPhase } from "./workflow/compute-start-phase.ts";
export { checkStaleness } from "./workflow/check-staleness.ts";
export {
  resolveItem,
  type AmbiguousItem,
  type MatchedBy,
  type ResolvedItem,
} from "./workflow/resolve-item.ts";
export { deriveAnalysisStatus, readMeta, writeMeta } from "./workflow/meta.ts";
export type { AnalysisStatus, Item, Marker, Meta, Staleness, StartPhase } from "./vocabulary/workflow.ts";
