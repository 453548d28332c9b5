import type { HookInput } from "./hook/hook-input.ts";
import type { AgentSession } from "./sessions.ts";

/** What to do if an agent wants to stop while something is wrong. */
export type StopDecision =
  /** The number of this block in its session. */
  | { readonly type: "hold-up"; readonly block: number; readonly session: AgentSession }
  /** It was blocked as often as allowed. */
  | { readonly type: "give-up"; readonly blocks: number; readonly session: AgentSession }
  /** It was already released with exactly these failures. */
  | { readonly type: "known"; readonly session: AgentSession };

/**
 * Decides by our own count, which agents cannot lose; their own (`stop_hook_active`, `loop_count`) counts if it is
 * higher. After giving up, the count starts again, but nobody is blocked twice for exactly the same failures.
 */
export function decideStop(
  session: AgentSession,
  input: Pick<HookInput, "isContinued" | "continued">,
  { maxBlocks, wrong }: { readonly maxBlocks: number; readonly wrong: string },
): StopDecision {
  if (session.gaveUpOn === wrong) return { type: "known", session };
  const agentCount = session.gaveUpOn === null ? Math.max(input.continued, input.isContinued ? 1 : 0) : 0;
  const blocks = Math.max(session.blocks, agentCount);
  return blocks < maxBlocks
    ? { type: "hold-up", block: blocks + 1, session: { ...session, blocks: blocks + 1, gaveUpOn: null } }
    : { type: "give-up", blocks, session: { ...session, blocks: 0, gaveUpOn: wrong } };
}
