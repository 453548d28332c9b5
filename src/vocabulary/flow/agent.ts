/** The coding agents whose hooks are known. */
export const AGENT_NAMES = ["claude", "codex", "cursor", "copilot", "gemini"] as const;
export type AgentName = (typeof AGENT_NAMES)[number];

/** What became of a file of an agent's, or what it is. */
export type AgentFileState =
  | "installed"
  | "updated"
  | "unchanged"
  | "removed"
  | "absent"
  | "present"
  /** It is there with other content than ours, and is left as it is. */
  | "changed";

export interface AgentFile {
  readonly what: "stop hook" | "edit hook" | "skill";
  /** As it is shown: from the root of the repository, or absolute. */
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
