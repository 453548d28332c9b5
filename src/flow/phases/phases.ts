/** The phases that find out what to do. They are recorded in an item's `phases_completed`. */
export const ANALYSIS_PHASES: readonly string[] = [
  "00-quick-scan",
  "01-requirements",
  "02-impact-analysis",
  "03-architecture",
  "04-design",
];

/** The phases that do it. */
export const IMPLEMENTATION_PHASES: readonly string[] = [
  "05-test-strategy",
  "06-implementation",
  "16-quality-loop",
  "08-code-review",
];

export const QUICK_SCAN = "00-quick-scan";

export function isAnalysis(key: string): boolean {
  return ANALYSIS_PHASES.includes(key);
}
