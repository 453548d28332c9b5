import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answerEdit } from "../../agent/after-edit.ts";
import { findProject } from "../../agent/find-project.ts";
import { type HookAnswer, letGo, tell } from "../../agent/hook/hook-answer.ts";
import { readHookInput } from "../../agent/hook/hook-input.ts";
import { AGENTS } from "../../agent/install/agents.ts";
import { answerStop } from "../../agent/stop.ts";
import { discoverConfig } from "../../config/discover.ts";
import { plainLine } from "../../report/print/plain.ts";
import type { AgentName } from "../../vocabulary/flow/agent.ts";
import { giveAnswer } from "../give-answer.ts";
import { onSignals } from "../on-signals.ts";
import type { AgentFlags } from "../programs/agent-program.ts";
import { LONGEST_INPUT } from "../shortcut/answer-hook.ts";
import type { Terminal } from "../terminal.ts";

/**
 * What an agent calls when it wants to stop, or has edited a file. An error of ours is one line, and the agent
 * may stop: only its own work can block it.
 */
export async function hookCommand(agent: AgentName, flags: AgentFlags, terminal: Terminal): Promise<number> {
  const interrupt = new AbortController();
  const ignoreSignals = onSignals(() => interrupt.abort());
  try {
    return giveAnswer(await findAnswer(agent, { flags, terminal, signal: interrupt.signal }), terminal);
  } catch (error) {
    const why = plainLine(error instanceof Error ? error.message : String(error), 300);
    return giveAnswer(
      tell(agent, `verification: not verified because of an internal error: ${why}`),
      terminal,
    );
  } finally {
    ignoreSignals();
  }
}

async function findAnswer(
  agent: AgentName,
  call: { readonly flags: AgentFlags; readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<HookAnswer> {
  const { flags, terminal, signal } = call;
  const { cwd, env, program } = terminal;
  const text = await terminal.readAll(LONGEST_INPUT);
  const input = text === null ? null : readHookInput(text);
  if (input === null)
    return tell(agent, "verification: not verified. Standard input is not the input of this agent's hooks.");
  const root = findProject(input, { cwd, env });
  if (root === null)
    return flags.user === true
      ? letGo(agent)
      : tell(agent, "verification: not verified. This is not a git repository.");
  if (flags.user === true && !isForUserHook(agent, root)) return letGo(agent);
  const context = { agent, root, env, program, signal };
  return flags.afterEdit === true ? answerEdit(input, context) : answerStop(input, context);
}

/** The user's own hook acts only in repositories that have a configuration and no hook of their own. */
function isForUserHook(agent: AgentName, root: string): boolean {
  const config = discoverConfig(root);
  if (config.ok && config.value === null) return false;
  try {
    return !readFileSync(join(root, AGENTS[agent].file), "utf8").includes(`agent hook ${agent}`);
  } catch {
    return true;
  }
}
