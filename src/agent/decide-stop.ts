import type { HookInput } from "./hook/hook-input.ts";
import type { AgentSession } from "./sessions.ts";

/** What is done about an agent that wants to stop with something wrong. */
export type StopDecision =
  /** With which block of its session this is. */
  | { readonly type: "hold-up"; readonly block: number; readonly session: AgentSession }
  /** It was held up as often as is allowed. */
  | { readonly type: "give-up"; readonly blocks: number; readonly session: AgentSession }
  /** It was given up on exactly this before. */
  | { readonly type: "known"; readonly session: AgentSession };

/**
 * Decides by our own count, which agents cannot lose: what they say themselves (`stop_hook_active`, `loop_count`) counts
 * where it is more. After giving up the count begins again, but nobody is held up twice for exactly the same.
 */
export function decideStop(
  session: AgentSession,
  input: Pick<HookInput, "isContinued" | "continued">,
  { maxBlocks, wrong }: { readonly maxBlocks: number; readonly wrong: string },
): StopDecision {
  if (session.gaveUpOn === wrong) return { type: "known", session };
  const said = session.gaveUpOn === null ? Math.max(input.continued, input.isContinued ? 1 : 0) : 0;
  const blocks = Math.max(session.blocks, said);
  return blocks < maxBlocks
    ? { type: "hold-up", block: blocks + 1, session: { ...session, blocks: blocks + 1, gaveUpOn: null } }
    : { type: "give-up", blocks, session: { ...session, blocks: 0, gaveUpOn: wrong } };
}
