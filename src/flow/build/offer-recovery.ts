import type { RecoveryProposal } from "../../vocabulary/run/recovery.ts";
import type { FlowContext } from "./context.ts";

/** Whether to run the strategies that match a failed gate: asks, or says which flag would run them. */
export async function offerRecovery(
  { ask, emit }: Pick<FlowContext, "ask" | "emit">,
  proposals: readonly RecoveryProposal[],
): Promise<boolean> {
  emit({ type: "recovery-offer", proposals });
  if (ask === null) return false;
  const answer = await ask({
    text: "Run this and verify again?",
    choices: [
      { key: "Y", label: "Yes" },
      { key: "N", label: "No" },
    ],
    suggested: "N",
  });
  return answer === "Y";
}
