export const CHANGE_CATEGORIES = ["content", "structural", "dependency", "metadata"] as const;
/** What changed in a file: its bytes, what others can name in it, what it refers to, or only its kind. */
export type ChangeCategory = (typeof CHANGE_CATEGORIES)[number];

export type Level = "low" | "medium" | "high";

/** One way in which a file changed. */
export interface ChangeDetail {
  readonly category: ChangeCategory;
  /** For people. */
  readonly description: string;
  /** How much of what others rely on may be affected. */
  readonly impact: Level;
  /** The headings, exported names or keys that were added, removed or changed. */
  readonly affectedSections?: readonly string[];
}

/** A changed file, and what the change means. */
export interface DirectImpact {
  readonly file: string;
  readonly categories: readonly ChangeCategory[];
  readonly risk: Level;
}

/** A file that did not change but depends on one that did. */
export interface TransitiveImpact {
  readonly file: string;
  /** The nearest changed file that it depends on. */
  readonly cause: string;
  /**
   * Why it is affected: a changed structure, or else the cause's own change. `ambient` is a declaration that every file
   * sees without importing it.
   */
  readonly propagationType: ChangeCategory | "ambient";
  /** Steps from the cause. */
  readonly distance: number;
}

/** What a change set affects. */
export interface ImpactAnalysis {
  readonly totalFilesAffected: number;
  readonly recommendedScope: "incremental" | "full";
  readonly riskLevel: Level;
  readonly directImpact: readonly DirectImpact[];
  readonly transitiveImpact: readonly TransitiveImpact[];
}
