import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentName } from "../../vocabulary/flow/agent.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { AGENTS } from "../install/agents.ts";

export interface HookCommandOptions {
  readonly agent: AgentName;
  /** Null for the user's own settings, which apply to every repository. */
  readonly root: string | null;
  /** How the user calls the command. */
  readonly program: readonly string[];
  readonly isAfterEdit: boolean;
}

const LOCAL = "node_modules/.bin/verification";

export function isInstalledIn(root: string): boolean {
  return existsSync(join(root, LOCAL));
}

/**
 * The command line for an agent's shell. If the package is installed in the repository, it starts its file directly,
 * which is much faster than a package manager.
 */
export function hookCommandLine({ agent, root, program, isAfterEdit }: HookCommandOptions): string {
  const isLocal = root !== null && isInstalledIn(root);
  const start = isLocal ? `${AGENTS[agent].root}${LOCAL}` : formatCommand(program);
  const options = [...(isAfterEdit ? ["--after-edit"] : []), ...(root === null ? ["--user"] : [])];
  return [start, "agent hook", agent, ...options].join(" ");
}
