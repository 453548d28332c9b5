import type { KnownConfigurations } from "../../config/known-configuration.ts";
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
import { type OpenedConfigurations, openKnownConfigurations } from "./known-configurations.ts";

/** The request, resolved against the configuration. */
export interface Request {
  readonly config: ResolvedConfig;
  readonly env: NodeJS.ProcessEnv;
  /** If not empty, only what is at or below these paths is requested. */
  readonly paths: readonly RepoPath[];
  /** Why a check is skipped; null for selected checks. */
  readonly selection: ReadonlyMap<string, SkipReason | null>;
  /** The selected checks. */
  readonly checks: readonly Check[];
  /** The commit to compare with; null for the last verified state. */
  readonly baseline: string | null;
  /** Stores that the configuration is valid. */
  readonly keepConfiguration: () => void;
}

/** Loads the configuration and resolves the request, or says what is wrong with it. */
export async function openRequest(options: AssessOptions): Promise<Result<Request>> {
  const wrong = findWrongOption(options);
  if (wrong !== null) return fail(wrong);
  const { cwd = process.cwd(), env = process.env } = options;
  let known: OpenedConfigurations | undefined;
  const knownConfigurations = (root: string): KnownConfigurations | undefined =>
    (known = openKnownConfigurations(root));
  const loaded = await loadConfig({ knownConfigurations, ...options, cwd, env });
  if (!loaded.ok) return loaded;
  const config = loaded.value;
  const paths = resolvePaths(config.root, cwd, options.paths ?? []);
  if (!paths.ok) return suggestCheck(paths, config.checks);
  const selection = select(config, options);
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
    keepConfiguration: () => known?.write(),
  });
}

/** The same request with other declarations of the same checks: they may bring in more dependencies. */
export function withChecks(request: Request, options: AssessOptions, all: readonly Check[]): Request {
  const config = { ...request.config, checks: all };
  const selection = select(config, options);
  if (!selection.ok) return request;
  const checks = all.filter(({ name }) => selection.value.get(name) === null);
  return { ...request, config, checks, selection: selection.value };
}

function select(
  { checks, chosenBySkill }: Pick<ResolvedConfig, "checks" | "chosenBySkill">,
  { checks: asked = [], tags = [], categories = [] }: AssessOptions,
): ReturnType<typeof selectChecks> {
  return selectChecks(checks, { checks: asked, tags, categories, bySkill: chosenBySkill });
}
