import { relative, resolve } from "node:path";
import type { ConfigChoice } from "../../queue/job.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Assessment } from "../assess.ts";
import type { AssessOptions } from "../assess/assess-options.ts";

/**
 * The options that select a run's configuration, as paths in its tree, so that a worker reads the same one.
 * Null if a program provided it, or if it is outside the tree.
 */
export function chooseConfig(
  { config, tree }: Pick<Assessment, "config" | "tree">,
  { cwd, configFile, profiles = [], skills = [], triggers = [], ...given }: AssessOptions,
): ConfigChoice | null {
  if (given.config !== undefined) return null;
  const names = { profiles, skills, triggers };
  if (configFile === undefined) return { config: null, ...names };
  const file = relative(config.root, resolve(cwd ?? process.cwd(), configFile)).replaceAll("\\", "/");
  const kind = tree.snapshot.files.get(file as RepoPath)?.kind;
  return kind === "file" || kind === "executable" ? { config: file, ...names } : null;
}
