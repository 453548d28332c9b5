import { loadConfig } from "../../config/load.ts";
import { resolvePaths, suggestCheck } from "../../config/paths.ts";
import type { ResolvedConfig } from "../../config/resolved-config.ts";
import { resolveCommit } from "../../detect/past/commits.ts";
import { selectChecks } from "../../scope/select-checks.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { SkipReason } from "../../vocabulary/verdict/result.ts";
import type { AssessOptions } from "./assess-options.ts";
import { findWrongOption } from "../find-wrong-option.ts";

/** What is asked for, held against the configuration. */
export interface Request {
  readonly config: ResolvedConfig;
  readonly env: NodeJS.ProcessEnv;
  /** Where somebody wants only what is at or below these. */
  readonly paths: readonly RepoPath[];
  /** Why a check does not take part; null for those that do. */
  readonly selection: ReadonlyMap<string, SkipReason | null>;
  /** Those that take part. */
  readonly checks: readonly Check[];
  /** The commit to compare with; null for the last verified state. */
  readonly baseline: string | null;
}

/** Loads the configuration and finds out what is asked for, or what is wrong with that. */
export async function openRequest(options: AssessOptions): Promise<Result<Request>> {
  const wrong = findWrongOption(options);
  if (wrong !== null) return fail(wrong);
  const { cwd = process.cwd(), env = process.env } = options;
  const loaded = await loadConfig({ ...options, cwd, env });
  if (!loaded.ok) return loaded;
  const config = loaded.value;
  const paths = resolvePaths(config.root, cwd, options.paths ?? []);
  if (!paths.ok) return suggestCheck(paths, config.checks);
  const selection = selectChecks(config.checks, {
    checks: options.checks ?? [],
    tags: options.tags ?? [],
    categories: options.categories ?? [],
    bySkill: config.chosenBySkill,
  });
  if (!selection.ok) return selection;
  const given = options.baseline === undefined ? null : await resolveCommit(config.root, options.baseline);
  if (given !== null && !given.ok) return given;
  return succeed({
    config,
    env,
    paths: paths.value,
    selection: selection.value,
    checks: config.checks.filter(({ name }) => selection.value.get(name) === null),
    baseline: given?.value ?? null,
  });
}
