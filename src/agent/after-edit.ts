import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { listFailed } from "../checks/list-failed.ts";
import { loadConfig } from "../config/load.ts";
import { leadsOut } from "../paths/is-within.ts";
import { renderAgent } from "../report/agent/agent.ts";
import { verify } from "../verify.ts";
import { describeFailure } from "./describe-failure.ts";
import { type HookAnswer, letGo, tell, tellAfterEdit } from "./hook/hook-answer.ts";
import type { HookInput } from "./hook/hook-input.ts";
import type { HookContext } from "./stop.ts";

/** Checks with this tag are quick enough to run after every edit. */
const QUICK = "quick";

/** Runs the quick checks on the edited file alone, and reports its new problems to the agent. */
export async function answerEdit(input: HookInput, context: HookContext): Promise<HookAnswer> {
  const { agent, root, env, program, signal } = context;
  const paths = listEdited(input, root);
  if (paths.length === 0) return letGo(agent);
  const config = await loadConfig({ cwd: root, env });
  if (!config.ok) return tell(agent, `verification: not verified. ${describeFailure(config.failures)}`);
  const { newOnly, maxTokens } = config.value.agent;
  const tags = [QUICK];
  if (!config.value.checks.some((check) => check.tags.includes(QUICK))) return letGo(agent);
  const verified = await verify({ cwd: root, env, paths, tags, newOnly, signal });
  if (!verified.ok) return tell(agent, `verification: not verified. ${describeFailure(verified.failures)}`);
  if (listFailed(verified.value).length === 0) return letGo(agent);
  const again = [...(newOnly ? ["--new-only"] : []), "--tag", QUICK];
  return tellAfterEdit(agent, renderAgent(verified.value, { again, program, maxTokens, isAtRoot: true }));
}

/** The edited files that are in the repository, relative to its root. */
function listEdited({ files, directories }: HookInput, root: string): readonly string[] {
  const from = directories.find((each) => isAbsolute(each)) ?? root;
  return files
    .map((file) => relative(root, resolve(from, file)))
    .filter((path) => path !== "" && !leadsOut(path) && existsSync(join(root, path)));
}
