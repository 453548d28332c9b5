import { setUpAgent } from "../../agent/install/install.ts";
import { renderAgentSetUp } from "../../report/features/agents-text.ts";
import type { AgentName } from "../../vocabulary/flow/agent.ts";
import { answer } from "../answer.ts";
import type { AgentFlags, AgentVerb } from "../programs/agent-program.ts";
import type { Terminal } from "../terminal.ts";

/** Installs, uninstalls or shows the hooks of an agent. */
export async function agentCommand(
  verb: Exclude<AgentVerb, "hook">,
  agent: AgentName,
  { flags, terminal }: { readonly flags: AgentFlags; readonly terminal: Terminal },
): Promise<number> {
  const { cwd, env, program } = terminal;
  const isDry = flags.dryRun === true;
  const outcome = setUpAgent(verb, {
    agent,
    cwd,
    env,
    program,
    user: flags.user === true,
    afterEdit: flags.afterEdit === true,
    dryRun: isDry,
  });
  return answer(
    outcome,
    (value, paint) => renderAgentSetUp(value, { isDry: isDry && verb !== "status", paint, program }),
    { flags, terminal },
  );
}
