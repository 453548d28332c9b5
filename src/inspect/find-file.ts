import { relative, resolve } from "node:path";
import { resolvePaths } from "../config/paths.ts";
import type { Assessment } from "../verify/assess.ts";
import type { PlanOptions } from "../verify/options.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { nearest } from "../wording/nearest.ts";

/** The file of the tree that the user names; null if there is none. */
export function findFile(
  subject: string,
  options: PlanOptions,
  { config, tree }: Pick<Assessment, "config"> & { readonly tree: Pick<Assessment["tree"], "snapshot"> },
): RepoPath | null {
  const resolved = resolvePaths(config.root, options.cwd ?? process.cwd(), [subject]);
  const [path] = resolved.ok ? resolved.value : [];
  return path !== undefined && tree.snapshot.files.has(path) ? path : null;
}

/** What the user may mean by a path that is not a file: its new name, or a file with a similar name. */
export function suggestFile(
  subject: string,
  options: PlanOptions,
  { config, tree, earlierNames }: Assessment,
): { readonly hint?: string } {
  const path = relative(config.root, resolve(options.cwd ?? config.root, subject)).replaceAll("\\", "/");
  const paths = [...tree.snapshot.files.keys()];
  const renamed = paths.find((each) => earlierNames(each).some(({ from }) => from === path));
  if (renamed !== undefined) return { hint: `It was renamed to ${renamed}.` };
  const close = nearest(path, paths);
  return close === undefined ? {} : { hint: `Did you mean "${close}"?` };
}
