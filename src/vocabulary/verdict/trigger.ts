export type TriggerType =
  | "schema-change"
  | "method-definition-change"
  | "workflow-structure-change"
  | "verification-config-change"
  /** A pattern of the configuration. */
  | "mandatory-pattern"
  | "high-change-volume"
  | "deep-dependency-cascade"
  | "large-cascade"
  | "stale-cache";

export interface TriggerReason {
  readonly type: TriggerType;
  /** Part of a sentence, for people. */
  readonly description: string;
  readonly severity: "mandatory" | "recommended" | "suggested";
}

/** Whether something calls for a full verification, and why. */
export interface Trigger {
  readonly triggered: boolean;
  /** From 0 to 1: how certain it is. */
  readonly confidence: number;
  readonly reasons: readonly TriggerReason[];
  /** What kept the trigger from taking effect. */
  readonly overriddenBy?: "--incremental";
  /** The first run since then that verified anything for this reason: its verdicts, and later ones, stand. */
  readonly answeredBy?: string;
}
