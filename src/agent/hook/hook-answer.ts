import type { AgentName } from "../../vocabulary/flow/agent.ts";

/** What a hook answers: on standard output one JSON document or nothing, on standard error text, and its exit status. */
export interface HookAnswer {
  readonly document: Readonly<Record<string, unknown>> | null;
  readonly error: string;
  readonly status: number;
}

/** Claude Code: the one status that holds it up; standard error is the reason. */
const BLOCKED = 2;

/** Agents that show `systemMessage` to the person; the others show standard error, if anything. */
const SHOWS_MESSAGE: ReadonlySet<AgentName> = new Set<AgentName>(["claude", "codex", "gemini"]);

/** The agent may stop, and there is nothing to say. Where standard output is read as JSON, it is an empty object. */
export function letGo(agent: AgentName): HookAnswer {
  return { document: agent === "claude" ? null : {}, error: "", status: 0 };
}

/** The agent may stop, and the user is told something in one line. */
export function tell(agent: AgentName, line: string): HookAnswer {
  const document = SHOWS_MESSAGE.has(agent) ? { systemMessage: line } : {};
  return { document, error: `${line}\n`, status: 0 };
}

/** The agent is to go on, for this reason. */
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

/** After an edit: the agent is told what it broke, and the edit stays. */
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
