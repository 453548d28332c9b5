export { ANALYSIS_PHASES, IMPLEMENTATION_PHASES } from "./flow/phases/phases.ts";
export { validatePhasesCompleted } from "./flow/items/validate-phases-completed.ts";
export { computeStartPhase } from "./flow/phases/compute-start-phase.ts";
export { checkStaleness } from "./flow/staleness/check-staleness.ts";
export {
  resolveItem,
  type AmbiguousItem,
  type MatchedBy,
  type ResolvedItem,
} from "./flow/items/resolve-item.ts";
export { deriveAnalysisStatus, readMeta, writeMeta } from "./flow/items/meta.ts";
export type {
  AnalysisStatus,
  Item,
  Marker,
  Meta,
  Staleness,
  StartPhase,
} from "./vocabulary/flow/workflow.ts";
