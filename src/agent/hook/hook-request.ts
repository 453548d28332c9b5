/** The request of a hook's run, so that a later one can be answered from it. Plain JSON. */
interface HookRequest {
  readonly by: "agent hook";
  readonly newOnly: boolean;
}

export function hookRequest(newOnly: boolean): HookRequest {
  return { by: "agent hook", newOnly };
}

/** The part of a request to the default command that decides what is verified. */
interface AskedRun {
  /** From an MCP server. */
  readonly checks?: readonly string[];
  readonly paths?: readonly string[];
  readonly flags?: Readonly<Record<string, unknown>>;
}

const NARROWING = ["check", "tag", "category", "skill", "trigger", "profile"] as const;

/**
 * Whether a stored successful run answers a hook: one of a hook, or one of the command line or an MCP server over
 * everything. A run that tolerates less than a hook answers it too.
 */
export function answersHook(request: unknown): boolean {
  const { by, paths, checks, flags } = request as AskedRun & { readonly by?: string };
  if (by === "agent hook") return true;
  if (by === "mcp") return paths?.length === 0 && checks?.length === 0;
  if (paths === undefined || flags === undefined || paths.length > 0) return false;
  const isNarrow = NARROWING.some((name) => !Array.isArray(flags[name]) || flags[name].length > 0);
  return !isNarrow && flags["config"] === undefined && flags["trace"] === undefined;
}
