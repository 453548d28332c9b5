import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { findRepository } from "../shortcut/answer-from-last-run.ts";
import type { HookInput } from "./hook/hook-input.ts";

/** The variables in which agents name the opened project; their working directory comes first. */
const VARIABLES = ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR"];

/** The root of the repository that the agent works in; null if there is none. */
export function findProject(
  { directories }: Pick<HookInput, "directories">,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): string | null {
  const named = VARIABLES.map((name) => env[name] ?? "");
  const there = [...directories, cwd, ...named].filter((each) => isAbsolute(each) && existsSync(each));
  for (const directory of there) {
    const root = findRepository(directory);
    if (root !== null) return root;
  }
  return null;
}
