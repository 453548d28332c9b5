import { CONFIG_FILES } from "../config/discover.ts";
import { loadConfig } from "../config/load.ts";
import { selectChecks } from "../scope/select-checks.ts";
import { runGit } from "../system/git/git.ts";
import type { Failure } from "../vocabulary/failure.ts";
import type { ReplaySelection } from "./replay-runner.ts";

/** Where a commit can name a check, a tag or a category: in its configuration, and in skill files. */
const NAMING = [...CONFIG_FILES, "package.json", "*.md"];
/** With more commits, searching for a name costs more than visiting the first of them. */
const SEARCHED = 1000;

export interface RefuseOptions extends ReplaySelection {
  readonly root: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly configFile?: string;
  readonly commits: readonly string[];
}

/**
 * Why no commit can have these checks, if that is known before any is visited: neither the current configuration nor
 * anything in the commits has such a name.
 */
export async function refuseSelection(options: RefuseOptions): Promise<readonly Failure[]> {
  const { root, commits, configFile, checks = [], tags = [], categories = [] } = options;
  if (checks.length + tags.length + categories.length === 0) return [];
  const loaded = await loadConfig(options);
  // Commits may have a valid one; problems with a given one are reported elsewhere.
  if (!loaded.ok) return [];
  const bySkill = loaded.value.chosenBySkill;
  const selected = selectChecks(loaded.value.checks, { checks, tags, categories, bySkill });
  if (selected.ok) return [];
  if (configFile !== undefined) return selected.failures;
  const [name = ""] = selected.failures.map(({ value }) => value ?? "");
  const isUnnamed = commits.length <= SEARCHED && (await isNowhere(root, name, commits));
  return isUnnamed ? selected.failures : [];
}

async function isNowhere(root: string, name: string, commits: readonly string[]): Promise<boolean> {
  const args = ["grep", "--quiet", "--fixed-strings", "-e", name, ...commits, "--", ...NAMING];
  const asked = await runGit({ root, args });
  return !asked.ok && asked.status === 1 && asked.stderr === "";
}
