export type TriggerType =
  | "schema-change"
  | "method-definition-change"
  | "workflow-structure-change"
  | "verification-config-change"
  /** A pattern that the configuration gives. */
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

/** Whether a full verification is called for, and why. */
export interface Trigger {
  readonly triggered: boolean;
  /** From 0 to 1: how sure it is that a full verification is called for. */
  readonly confidence: number;
  readonly reasons: readonly TriggerReason[];
  /** What kept the trigger from taking effect. */
  readonly overriddenBy?: "--incremental";
  /** The first run since that has verified anything for this reason: its verdicts, and later ones, stand. */
  readonly answeredBy?: string;
}
