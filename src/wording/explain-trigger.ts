import type { Trigger } from "../vocabulary/verdict/trigger.ts";

/** The reasons in one line. */
export function explainTrigger({ reasons }: Pick<Trigger, "reasons">): string {
  return reasons.map(({ description }) => description).join("; ");
}
