/** What an agent tells a hook, as far as it matters here. */
export interface HookInput {
  /** Null where the agent gives none. */
  readonly session: string | null;
  /** Whether the agent goes on only because a hook of this kind held it up before. */
  readonly isContinued: boolean;
  /** How often that was so, as far as the agent counts it. */
  readonly continued: number;
  /** Where the agent works, the likeliest first; absolute. */
  readonly directories: readonly string[];
  /** Whether a person or an error ended the turn: then nothing is to be held up. */
  readonly isAborted: boolean;
  /** The files that were edited, as the agent names them. */
  readonly files: readonly string[];
}

/**
 * Reads what came on standard input, by the documentation of the agents: `session_id` (Claude Code, Codex, Gemini CLI),
 * `sessionId` (Copilot) or `conversation_id` (Cursor), and so on. Null where it is no JSON object.
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

/** Of an edit: named as such, or in the text of a patch. */
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
