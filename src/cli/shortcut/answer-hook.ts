import { findProject } from "../../agent/find-project.ts";
import { letGo } from "../../agent/hook/hook-answer.ts";
import { readHookInput } from "../../agent/hook/hook-input.ts";
import { answersHook } from "../../agent/hook/hook-request.ts";
import { endSession, sessionPlace } from "../../agent/sessions.ts";
import { DEFAULT_STORAGE } from "../../paths/own-files.ts";
import { answerFromLastRun, type LastRunOptions } from "../../shortcut/answer-from-last-run.ts";
import { AGENT_NAMES } from "../../vocabulary/flow/agent.ts";
import { giveAnswer } from "../give-answer.ts";
import type { Terminal } from "../terminal.ts";

/** Agents may send the conversation and the edits along. */
export const LONGEST_INPUT = 32 * 1024 * 1024;

/** Answers an agent's hook from the last run that had nothing to do; null if that run cannot answer it. */
export async function answerHook(
  argv: readonly string[],
  terminal: Terminal,
  { canTrace }: Pick<LastRunOptions, "canTrace">,
): Promise<number | null> {
  const [group, verb, name, ...rest] = argv;
  const agent = AGENT_NAMES.find((each) => each === name);
  if (group !== "agent" || verb !== "hook" || agent === undefined || rest.length > 0) return null;
  const { cwd, env } = terminal;
  const text = await terminal.readAll(LONGEST_INPUT);
  const input = text === null ? null : readHookInput(text);
  const root = input === null ? null : findProject(input, { cwd, env });
  if (input === null || root === null) return null;
  const answered = await answerFromLastRun({ cwd: root, env, isSame: answersHook, canTrace });
  if (answered === null || !answered.result.success) return null;
  const isHooks = (answered.request as { readonly by?: unknown }).by !== undefined;
  // Another hook may tolerate older findings.
  if (!isHooks && answered.result.tolerated.length > 0) return null;
  endSession(sessionPlace({ base: root, path: DEFAULT_STORAGE }, { ...input, agent }));
  return giveAnswer(letGo(agent), terminal);
}
