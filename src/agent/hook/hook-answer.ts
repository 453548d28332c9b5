import type { AgentName } from "../../vocabulary/flow/agent.ts";

/**
 * The answer of a hook: one JSON document or nothing on standard output, text on standard error, and its exit status.
 */
export interface HookAnswer {
  readonly document: Readonly<Record<string, unknown>> | null;
  readonly error: string;
  readonly status: number;
}

/** Claude Code: the one status that blocks it; standard error is the reason. */
const BLOCKED = 2;

/** Agents that show `systemMessage` to the user; the others show standard error, if anything. */
const SHOWS_MESSAGE: ReadonlySet<AgentName> = new Set<AgentName>(["claude", "codex", "gemini"]);

/** Lets the agent stop silently. If standard output is read as JSON, it is an empty object. */
export function letGo(agent: AgentName): HookAnswer {
  return { document: agent === "claude" ? null : {}, error: "", status: 0 };
}

/** Lets the agent stop, and tells the user something in one line. */
export function tell(agent: AgentName, line: string): HookAnswer {
  const document = SHOWS_MESSAGE.has(agent) ? { systemMessage: line } : {};
  return { document, error: `${line}\n`, status: 0 };
}

/** Makes the agent continue, with this reason. */
export function holdUp(agent: AgentName, reason: string): HookAnswer {
  switch (agent) {
    case "claude":
      return { document: null, error: reason, status: BLOCKED };
    case "cursor":
      return { document: { followup_message: reason }, error: "", status: 0 };
    case "gemini":
      return { document: { decision: "deny", reason }, error: "", status: 0 };
    case "codex":
    case "copilot":
      return { document: { decision: "block", reason }, error: "", status: 0 };
  }
}

/** After an edit: tells the agent what it broke; the edit stays. */
export function tellAfterEdit(agent: AgentName, text: string): HookAnswer {
  switch (agent) {
    case "claude":
      return { document: null, error: text, status: BLOCKED };
    case "codex":
      return { document: { decision: "block", reason: text }, error: "", status: 0 };
    case "gemini": {
      const hookSpecificOutput = { hookEventName: "AfterTool", additionalContext: text };
      return { document: { hookSpecificOutput }, error: "", status: 0 };
    }
    case "copilot":
      return { document: { additionalContext: text }, error: "", status: 0 };
    case "cursor":
      return letGo(agent);
  }
}
