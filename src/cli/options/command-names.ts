/** All commands except the default one. */
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

/** Whether the arguments look like a run. */
export function asksForRun(argv: readonly string[]): boolean {
  return !argv.some((word) => OTHERS.has(word));
}

/** Whether this is a call of an agent's hook, which would take the exit status of wrong usage as "continue". */
export function asksForHook(argv: readonly string[]): boolean {
  return argv[argv.indexOf("agent") + 1] === "hook" && argv.includes("agent");
}
