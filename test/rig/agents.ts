import type { AgentName } from "../../src/vocabulary/flow/agent.ts";
import { type Ended, Rig, shell } from "./rig.ts";

export interface Stop {
  readonly session?: string;
  /** Whether the agent goes on because a hook held it up. */
  readonly isContinued?: boolean;
  /** How often, where the agent counts it. */
  readonly loops?: number;
  readonly cwd?: string;
  /** Of Cursor: how the turn ended. */
  readonly status?: "completed" | "aborted" | "error";
}

/** What each agent sends when it wants to stop, field by field as its documentation has it. */
const STOPS: Readonly<Record<AgentName, (stop: Required<Stop>) => object>> = {
  claude: ({ session, isContinued, cwd }) => ({
    session_id: session,
    transcript_path: "/home/somebody/.claude/projects/p/abc.jsonl",
    cwd,
    permission_mode: "default",
    hook_event_name: "Stop",
    stop_hook_active: isContinued,
    last_assistant_message: "Done.",
  }),
  codex: ({ session, isContinued, cwd }) => ({
    session_id: session,
    turn_id: "turn-1",
    transcript_path: null,
    cwd,
    hook_event_name: "Stop",
    model: "some-model",
    permission_mode: "default",
    stop_hook_active: isContinued,
    last_assistant_message: "Done.",
  }),
  cursor: ({ session, loops, cwd, status }) => ({
    conversation_id: session,
    generation_id: "generation-1",
    model: "some-model",
    hook_event_name: "stop",
    cursor_version: "3.7.21",
    workspace_roots: [cwd],
    user_email: null,
    transcript_path: null,
    status,
    loop_count: loops,
  }),
  copilot: ({ session, isContinued, cwd }) => ({
    sessionId: session,
    timestamp: 1_760_000_000_000,
    cwd,
    transcriptPath: "/home/somebody/.copilot/session-state/abc/events.jsonl",
    stopReason: "end_turn",
    stop_hook_active: isContinued,
  }),
  gemini: ({ session, isContinued, cwd }) => ({
    session_id: session,
    transcript_path: "/home/somebody/.gemini/tmp/p/chats/abc.json",
    cwd,
    hook_event_name: "AfterAgent",
    timestamp: "2026-11-01T12:00:00.000Z",
    prompt: "Do it.",
    prompt_response: "Done.",
    stop_hook_active: isContinued,
  }),
};

/** Plays an agent that wants to stop. */
export function stop(rig: Rig, agent: AgentName, given: Stop = {}): Promise<Ended> {
  const { session = "session-1", isContinued = false, cwd = rig.root, status = "completed" } = given;
  const loops = given.loops ?? (isContinued ? 1 : 0);
  const input = JSON.stringify(STOPS[agent]({ session, isContinued, loops, cwd, status }));
  return rig.verification(["agent", "hook", agent], { input });
}

/** What the agent makes of the answer: the reason to go on, or null where it stops; and what the person is shown. */
export function readAnswer(
  agent: AgentName,
  { status, stdout, stderr }: Ended,
): { readonly reason: string | null; readonly shown: string } {
  const isJson = stdout.trim() !== "";
  const document = isJson ? (JSON.parse(stdout) as Readonly<Record<string, unknown>>) : {};
  const text = (key: string): string | null =>
    typeof document[key] === "string" ? (document[key] as string) : null;
  const shown = text("systemMessage") ?? stderr;
  switch (agent) {
    case "claude":
      return { reason: status === 2 ? stderr : null, shown: status === 2 ? "" : shown };
    case "cursor":
      return { reason: status === 0 ? text("followup_message") : null, shown };
    case "gemini":
      return { reason: status === 0 && document["decision"] === "deny" ? text("reason") : null, shown };
    case "codex":
    case "copilot":
      return { reason: status === 0 && document["decision"] === "block" ? text("reason") : null, shown };
  }
}

/** A check that finds the lines with BAD in them, as a linter does. */
export const LINT = shell("lint", "grep -rn BAD src | sed 's/:BAD/:1: error: bad line/'; ! grep -rq BAD src");

export function rigWithLint(): Rig {
  const rig = new Rig();
  rig.checks(LINT);
  rig.write("src/a.txt", "fine\n");
  rig.commitAll();
  return rig;
}

/** What an agent is answered where there is nothing to say. */
export const SILENT: Readonly<Record<AgentName, string>> = {
  claude: "",
  codex: "{}\n",
  cursor: "{}\n",
  copilot: "{}\n",
  gemini: "{}\n",
};
