/** How a hook asks for a run, so that a later one is answered from memory. Plain JSON. */
interface HookRequest {
  readonly by: "agent hook";
  readonly newOnly: boolean;
}

export function hookRequest(newOnly: boolean): HookRequest {
  return { by: "agent hook", newOnly };
}

/** The part of what the default command was asked that decides what is verified. */
interface AskedRun {
  /** Of an MCP server. */
  readonly checks?: readonly string[];
  readonly paths?: readonly string[];
  readonly flags?: Readonly<Record<string, unknown>>;
}

const NARROWING = ["check", "tag", "category", "skill", "trigger", "profile"] as const;

/**
 * Whether a run that was kept answers a hook if it was a success: one of a hook, or one of the command line
 * or of an MCP server over everything. What forgives less than a hook does answers it too.
 */
export function answersHook(request: unknown): boolean {
  const { by, paths, checks, flags } = request as AskedRun & { readonly by?: string };
  if (by === "agent hook") return true;
  if (by === "mcp") return paths?.length === 0 && checks?.length === 0;
  if (paths === undefined || flags === undefined || paths.length > 0) return false;
  const isNarrow = NARROWING.some((name) => !Array.isArray(flags[name]) || flags[name].length > 0);
  return !isNarrow && flags["config"] === undefined && flags["trace"] === undefined;
}
