import { matchGlobs } from "../paths/glob.ts";
import type { Check } from "../vocabulary/check/check.ts";
import { CONFIGURATION_NAMES } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { type CheckIdentity, makeUnit } from "./make-unit.ts";
import { besideOf, installedFor, namedVariables, listNames } from "./taking-part.ts";
import { fileValue, manifestOf } from "./tree.ts";
import type { UnitContext } from "./unit-context.ts";
import type { Unit } from "./unit.ts";

/** One unit; none if the check is for files and there are none. */
export async function projectUnits(
  check: Check,
  identity: CheckIdentity,
  context: UnitContext & { readonly isTarget: (path: RepoPath) => boolean },
): Promise<readonly Unit[]> {
  const { tree, configuration, following } = context;
  const matches = check.files === null ? () => true : matchGlobs(check.files);
  const matching = [...tree.snapshot.files.keys()].filter((path) => context.isTarget(path));
  const covered: RepoPath[] = [];
  const values: [string, string][] = [];
  let unknown = identity.unknown;
  for (const path of matching) {
    if (tree.isLeftOut(path)) continue;
    const { value, unknown: missing } = await fileValue(tree, path);
    unknown ??= missing;
    covered.push(path);
    values.push([path, value]);
  }
  const unreadable = [...tree.snapshot.unreadable].filter((path) => matches(path));
  for (const path of unreadable) if (!tree.isLeftOut(path)) unknown ??= `${path} cannot be read`;
  if (check.files !== null && matching.length + unreadable.length === 0) return [];
  // Without files of its own, it covers the whole tree, so there is nothing left to follow.
  const isWhole = check.files === null;
  const above = isWhole ? [] : [...new Set(matching.flatMap((path) => configuration.above(path)))];
  const settings = await configuration.identify(above, true);
  const { sight } = configuration;
  // A file that does not count itself may lead to files that do.
  const followable = matching.filter(
    (path) => !tree.isLeftOut(path) || tree.graph.references(path).length > 0,
  );
  const followed = isWhole
    ? await following.outsideOf(sight.follow === "none" ? [] : followable)
    : await following.ofFiles(followable, sight);
  const own = {
    files: manifestOf(tree, values),
    ...settings.components,
    ...followed.components,
    ...installedFor(isWhole ? "all" : followable, identity, { tree, sight }),
    ...namedVariables(followable, check, { ...context, identity, settings }),
  };
  const missing = unknown ?? settings.unknown ?? followed.unknown;
  // What the sources of a build name and git ignores is usually its product. If the build writes it again, no input
  // changes.
  const reached = check.type === "build" ? [] : followed.beside;
  const beside = besideOf(covered, tree) ?? [...settings.beside, ...reached];
  const start = check.cwd === "." ? "" : `${check.cwd}/`;
  const configured = (): string =>
    listNames(tree, [
      ...configuration.above(`${start}any` as RepoPath),
      ...context.mocks(),
      ...identity.dotenv,
    ]);
  const draft = {
    check: check.name,
    target: "" as const,
    identity,
    own,
    unknown: missing,
    weakUnknown: identity.weakUnknown,
    beside,
    part: (name: string) => (name === CONFIGURATION_NAMES ? configured() : undefined),
    dependsOn: (changed: RepoPath) => {
      // A tool that listed its files may also take an added one, so the globs decide.
      const isTaken = tree.snapshot.files.has(changed) ? context.isTarget(changed) : matches(changed);
      if (isTaken || beside === "any") return true;
      if (identity.dependsOn(changed) || settings.dependsOn(changed)) return true;
      return !isWhole && following.reaches(followable, changed, { sight, tests: null });
    },
    manifests: configuration.manifests(true),
    trail: null,
  };
  return [makeUnit(draft, context)];
}
