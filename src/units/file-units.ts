import { matchGlobs } from "../paths/glob.ts";
import { memoize } from "../values/memo.ts";
import { shortHash } from "../values/short-hash.ts";
import type { BuiltinName } from "../vocabulary/check/builtin.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { ListingTool } from "../vocabulary/check/listing-tool.ts";
import type { TargetList } from "../vocabulary/check/target-list.ts";
import { AMBIENT, CONFIGURATION_NAMES, IMPORTS, TYPES } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { builtinTargets } from "./builtin-units.ts";
import type { IdentifiedCheck } from "./configuration/identify-check.ts";
import type { Sight } from "./following.ts";
import { joinInputs } from "./inputs/target-inputs.ts";
import { type CheckIdentity, makeUnit } from "./make-unit.ts";
import { areRulesAsked, sightOfRules } from "./sight-of-rules.ts";
import { besideOf, installedFor, isLink, namedVariables, namesOf } from "./taking-part.ts";
import { fileValue } from "./tree.ts";
import type { FileContext, UnitContext } from "./unit-context.ts";
import type { FoundUnit, KeptUnit, Unit } from "./unit.ts";

/** What the tool of a check says; null where it is not to be asked. */
async function ask(
  tool: ListingTool | null,
  check: Check,
  { identity, tree, listTargets, targetKey }: AskContext,
): Promise<Said | null> {
  if (tool === null || listTargets === undefined) return null;
  const key = await targetKey(tool, identity);
  // Rules alone are not worth asking for again and again.
  if (key === null && check.lister === null) return null;
  const files = [...tree.snapshot.files.keys(), ...tree.snapshot.unreadable];
  return { list: await listTargets({ check, tool, key, files }), key };
}

/** What a tool said, and what stands for all that this depends on; null where that is not known. */
export interface Said {
  readonly list: TargetList;
  readonly key: string | null;
}

interface AskContext extends Pick<UnitContext, "tree" | "listTargets" | "targetKey"> {
  readonly identity: IdentifiedCheck;
}

/** The files that the tool takes, as far as it can be asked; otherwise those that the globs name. */
export async function findTargets(
  check: Check,
  context: AskContext,
): Promise<{ readonly isTarget: (path: RepoPath) => boolean; readonly said: Said | null }> {
  const said = await ask(check.lister, check, context);
  const list = said?.list;
  const isTarget =
    list?.type === "listed" ? (path: RepoPath) => list.files.has(path) : matchGlobs(check.files ?? []);
  return { isTarget, said };
}

/** How far the tool looks from each target. */
export async function findSights(
  check: Check,
  before: Said | null,
  context: AskContext & Pick<UnitContext, "configuration">,
): Promise<{ readonly sightOf: (path: RepoPath) => Sight; readonly said: Said | null }> {
  const { tree, configuration } = context;
  const asked = areRulesAsked(check, configuration.sight) ? "eslint" : null;
  const said = before ?? (await ask(asked, check, context));
  return { sightOf: sightOfRules(configuration.sight, { check, list: said?.list ?? null, tree }), said };
}

/** One unit for each file that the check is about. */
export async function fileUnits(
  check: Check,
  identity: CheckIdentity,
  context: FileContext,
): Promise<readonly FoundUnit[]> {
  const { tree, configuration, following } = context;
  if (check.builtin !== null) return builtinUnits({ ...check, builtin: check.builtin }, identity, context);
  const units: FoundUnit[] = [];
  const settingsOf = memoize(async (paths: readonly RepoPath[]) => {
    const settings = await configuration.identify(paths);
    const { components, variables, unknown, beside } = settings;
    return { settings, digest: shortHash([paths, components, variables, unknown, beside]) };
  });
  for (const path of [...tree.snapshot.files.keys(), ...tree.snapshot.unreadable]) {
    if (tree.snapshot.files.get(path)?.kind === "submodule" || !context.isTarget(path)) continue;
    const above = configuration.above(path);
    const { settings, digest } = await settingsOf(above);
    const kept = context.findKept(path, digest);
    if (kept !== null) {
      units.push(kept);
      continue;
    }
    const { value, unknown } = await fileValue(tree, path);
    const { dependsOn } = settings;
    const sight = context.sightOf(path);
    const followed = await following.ofFile(path, sight);
    const snapshots = await context.snapshotsOf(path);
    const inputs = joinInputs(await context.inputsOf(path), snapshots);
    const own = {
      ...(check.renames === "reuse" ? {} : { path }),
      target: value,
      ...inputs.components,
      ...settings.components,
      ...followed.components,
      ...installedFor([path], identity, { tree, sight }),
      ...namedVariables([path], check, { ...context, identity, settings }),
    };
    const missing = identity.unknown ?? unknown ?? inputs.unknown ?? settings.unknown ?? followed.unknown;
    const beside = besideOf([path, ...inputs.files], tree) ?? [
      ...inputs.beside,
      ...settings.beside,
      ...followed.beside,
    ];
    units.push(
      makeUnit(
        {
          check: check.name,
          target: path,
          identity,
          own,
          unknown: missing,
          weakUnknown: identity.weakUnknown ?? unknown ?? inputs.unknown,
          beside,
          parts: {
            [IMPORTS]: () => tree.hashes.dependenciesOf(path, "imports"),
            [TYPES]: () => tree.hashes.dependenciesOf(path, "content"),
            [CONFIGURATION_NAMES]: () =>
              namesOf(tree, [...above, ...context.mocks(), ...identity.dotenv, ...snapshots.files]),
            [AMBIENT]: () => following.ambient(),
          },
          trail: {
            settings: digest,
            isWide: beside === "any" || "project" in own || "hidden" in own,
            by: [],
          },
        },
        context,
        (changed) => {
          if (changed === path || isLink(path, tree)) return true;
          if (identity.dependsOn(changed) || inputs.dependsOn(changed) || dependsOn(changed)) return true;
          return following.reaches([path], changed, sight);
        },
      ),
    );
  }
  return units;
}

async function builtinUnits(
  check: Check & { readonly builtin: BuiltinName },
  identity: CheckIdentity,
  context: FileContext,
): Promise<readonly FoundUnit[]> {
  const kept = new Map<RepoPath, KeptUnit>();
  const isLeft = (path: RepoPath): boolean => {
    const known = context.findKept(path, NO_SETTINGS);
    if (known !== null) kept.set(path, known);
    return known === null;
  };
  const { paths, targets } = await builtinTargets(check, { ...context, isLeft });
  const made = targets.map(({ path: target, own, unknown, dependsOn, by }): Unit => {
    const draft = {
      check: check.name,
      target,
      identity,
      own,
      unknown: identity.unknown ?? unknown,
      weakUnknown: unknown,
      beside: [],
      trail: { settings: NO_SETTINGS, isWide: false, by },
    };
    return makeUnit(draft, context, (changed) => dependsOn(changed) || identity.dependsOn(changed));
  });
  const units = new Map<RepoPath, FoundUnit>([
    ...made.map((unit) => [unit.target as RepoPath, unit] as const),
    ...kept,
  ]);
  return paths.flatMap((path) => units.get(path) ?? []);
}

const NO_SETTINGS = "";
