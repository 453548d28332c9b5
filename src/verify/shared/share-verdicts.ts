import type { Emit } from "../../vocabulary/run/event.ts";
import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import type { Assessment } from "../assess.ts";
import { pushShared } from "./push-shared.ts";

/** Shares the verdicts of a run with other machines. If that fails, it warns, and the result of the run stays the same. */
export async function shareVerdicts(
  assessment: Assessment,
  run: { readonly runId: string; readonly fresh: readonly Fingerprint[] },
  onEvent: Emit | undefined,
): Promise<void> {
  if (assessment.shared === null || run.fresh.length === 0 || assessment.taken?.isTroubled === true) return;
  const pushed = await pushShared(assessment, run);
  if ("trouble" in pushed && pushed.trouble !== null)
    onEvent?.({ type: "warning", message: `Shared cache: nothing was written (${pushed.trouble}).` });
}
