/** The coding agents whose hooks are supported. */
export const AGENT_NAMES = ["claude", "codex", "cursor", "copilot", "gemini"] as const;
export type AgentName = (typeof AGENT_NAMES)[number];

/** What happened to an agent's file, or its state. */
export type AgentFileState =
  | "installed"
  | "updated"
  | "unchanged"
  | "removed"
  | "absent"
  | "present"
  /** It exists with other content than ours, and stays unchanged. */
  | "changed";

export interface AgentFile {
  readonly what: "stop hook" | "edit hook" | "skill";
  /** For output: relative to the root of the repository, or absolute. */
  readonly file: string;
  readonly state: AgentFileState;
}

/** The answer of `agent install`, `uninstall` and `status`. */
export interface AgentOutcome {
  readonly schemaVersion: 1;
  readonly agent: AgentName;
  readonly files: readonly AgentFile[];
  /** The text of every file that was or would be written, by its shown name; null for one that is removed. */
  readonly texts: Readonly<Record<string, string | null>>;
  /** What is left to do, or good to know. */
  readonly notes: readonly string[];
}
