/** The commands beside the default one. */
export const COMMANDS = [
  "init",
  "explain",
  "graph",
  "status",
  "cache",
  "baseline",
  "checkpoint",
  "receipt",
  "hooks",
  "history",
  "metrics",
  "flaky",
  "replay",
  "audit",
  "shard",
  "worker",
  "flow",
  "agent",
  "mcp",
  "ui",
  "help",
] as const;

const OTHERS: ReadonlySet<string> = new Set([...COMMANDS, "-h", "--help", "-V", "--version", "--dry-run"]);

/** Whether the arguments seem to ask for a run. */
export function asksForRun(argv: readonly string[]): boolean {
  return !argv.some((word) => OTHERS.has(word));
}

/** Whether an agent calls, as its hook. It takes the exit status of wrong usage for an order to go on. */
export function asksForHook(argv: readonly string[]): boolean {
  return argv[argv.indexOf("agent") + 1] === "hook" && argv.includes("agent");
}
