import { posix } from "node:path";
import { runsCode } from "../../checks/check-traits.ts";
import { matchGlobs } from "../../paths/glob.ts";
import { TOOLS } from "../../tools/table.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Tree } from "../tree.ts";
import { placesNamedIn } from "./named-places.ts";

/** Some programs read these without being told to. Git usually ignores them, so every checkout has its own. */
const NAMES = [
  "",
  ".local",
  ...["development", "production", "test"].flatMap((mode) => [`.${mode}`, `.${mode}.local`]),
];

/** The files in which such programs look for variables. */
export function dotenvFiles(check: Check, tree: Pick<Tree, "graph" | "names">): readonly RepoPath[] {
  if (!runsCode(check)) return [];
  const directories = [...new Set([".", check.cwd, ...projectDirectories(check, tree)])];
  return directories.flatMap((directory) =>
    NAMES.map((name) => posix.join(directory, `.env${name}`) as RepoPath),
  );
}

/** Where a tool that has projects looks for such files: in packages, beside its settings, and where these say. */
function projectDirectories(
  { tool, cwd }: Check,
  { graph, names }: Pick<Tree, "graph" | "names">,
): readonly string[] {
  const facts = TOOLS.get(tool.name);
  if (facts?.readsDotenv !== true) return [];
  const isOwn = matchGlobs(facts.configuration.map((glob) => `**/${glob}`));
  const isBelow = (path: string): boolean => cwd === "." || path.startsWith(`${cwd}/`);
  const settings = names.settings.filter((path) => isBelow(path) && isOwn(path));
  const beside = [...settings, ...names.manifests.filter(isBelow)].map((path) => posix.dirname(path));
  const named = settings.flatMap((path) => placesNamedIn(path, cwd, graph));
  return [...beside, ...named.flatMap(({ root, env }) => [root, ...env])];
}
