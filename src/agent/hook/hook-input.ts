/** The part of an agent's message to a hook that matters here. */
export interface HookInput {
  /** Null if the agent sends none. */
  readonly session: string | null;
  /** Whether the agent continues only because such a hook blocked it before. */
  readonly isContinued: boolean;
  /** How often that happened, if the agent counts it. */
  readonly continued: number;
  /** Where the agent may be working, most likely first; absolute. */
  readonly directories: readonly string[];
  /** Whether a person or an error ended the turn: then it must not be blocked. */
  readonly isAborted: boolean;
  /** The edited files, as the agent names them. */
  readonly files: readonly string[];
}

/**
 * Reads standard input, according to the documentation of the agents: `session_id` (Claude Code, Codex, Gemini CLI),
 * `sessionId` (Copilot) or `conversation_id` (Cursor), and so on. Null if it is not a JSON object.
 */
export function readHookInput(text: string): HookInput | null {
  const fields = parseObject(text.replace(/^\uFEFF/, ""));
  if (fields === null) return null;
  const { loop_count: loops, status } = fields;
  const roots = fields["workspace_roots"];
  const continued = typeof loops === "number" && loops > 0 ? Math.floor(loops) : 0;
  return {
    session: firstText(fields["session_id"], fields["sessionId"], fields["conversation_id"]),
    isContinued: fields["stop_hook_active"] === true || continued > 0,
    continued,
    directories: [fields["cwd"], ...(Array.isArray(roots) ? (roots as readonly unknown[]) : [])].filter(
      isText,
    ),
    isAborted: status === "aborted" || status === "error",
    files: listFiles(fields),
  };
}

/** The files of an edit: named as such, or in the text of a patch. */
function listFiles(fields: Readonly<Record<string, unknown>>): readonly string[] {
  const given = fields["tool_input"] ?? fields["toolArgs"] ?? fields;
  const input = typeof given === "string" ? (parseObject(given) ?? { patch: given }) : given;
  if (typeof input !== "object" || input === null) return [];
  const { file_path: file, path, command, patch, input: text } = input as Readonly<Record<string, unknown>>;
  const patches = [command, patch, text].filter(isText).flatMap(filesOfPatch);
  return [...new Set([file, path].filter(isText).concat(patches))];
}

function filesOfPatch(patch: string): readonly string[] {
  return [...patch.matchAll(/^\*\*\* (?:Add|Update) File: (.+?)\r?$|^\*\*\* Move to: (.+?)\r?$/gm)].map(
    ([, file, moved]) => moved ?? file ?? "",
  );
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

function firstText(...values: readonly unknown[]): string | null {
  return values.find(isText) ?? null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
