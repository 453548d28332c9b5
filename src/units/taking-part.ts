import { runsCode } from "../checks/check-traits.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { variableComponents } from "./configuration/environment.ts";
import type { IdentifiedConfiguration } from "./configuration/identify-configuration.ts";
import type { Sight } from "./following.ts";
import type { CheckIdentity } from "./make-unit.ts";
import { manifestOf, type Tree } from "./tree.ts";
import type { UnitContext } from "./unit-context.ts";

/** The variables that the running code names; for a check that runs its targets, this includes the targets' code. */
export function namedVariables(
  targets: readonly RepoPath[],
  check: Check,
  {
    tree,
    env,
    identity,
    settings,
  }: UnitContext & { readonly identity: CheckIdentity; readonly settings: IdentifiedConfiguration },
): Readonly<Record<string, string>> {
  const code = [...identity.scripts, ...(runsCode(check) ? targets : [])];
  const names = [...settings.variables, ...code.flatMap((path) => tree.variablesOf(path))];
  return names.length === 0 ? {} : variableComponents(names, check, env);
}

/** A program that starts others may start anything installed; in a whole project, anything may be imported. */
export function installedFor(
  paths: readonly RepoPath[] | "all",
  { installed, components }: CheckIdentity,
  { tree, sight }: Pick<UnitContext, "tree"> & { readonly sight: Sight },
): Readonly<Record<string, string>> {
  if (sight.follow === "none" || components["packages"] === installed) return {};
  return paths === "all" || paths.some((path) => tree.startsPrograms(path)) ? { installed } : {};
}

/** "any" if one of the files is a link, which may lead to any file; otherwise null. */
export function besideOf(paths: readonly RepoPath[], { snapshot }: Tree): "any" | null {
  return paths.some((path) => isLink(path, { snapshot })) ? "any" : null;
}

/** A link may also lead to any file of the tree. */
export function isLink(path: RepoPath, { snapshot }: Pick<Tree, "snapshot">): boolean {
  return snapshot.files.get(path)?.kind === "symlink";
}

/** The names of the configuration files that apply. The content of those that are read was observed. */
export function listNames(tree: Tree, paths: readonly string[]): string {
  return manifestOf(
    tree,
    paths.map((path) => [path, "there"]),
  );
}
