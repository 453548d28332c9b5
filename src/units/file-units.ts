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
import { joinInputs } from "./inputs/target-inputs.ts";
import { type CheckIdentity, makeUnit } from "./make-unit.ts";
import { areRulesAsked, sightOfRules } from "./sight-of-rules.ts";
import { besideOf, installedFor, isLink, namedVariables, namesOf } from "./taking-part.ts";
import { fileValue } from "./tree.ts";
import type { FileContext, UnitContext } from "./unit-context.ts";
import type { FoundUnit, KeptUnit, Unit } from "./unit.ts";

/**
 * The files that the tool takes, as far as it can be asked, otherwise those that the globs name; and how far it looks from each.
 */
export async function findTargets(
  check: Check,
  identity: IdentifiedCheck,
  context: UnitContext,
): Promise<FoundTargets> {
  const { tree, listTargets, configuration } = context;
  const matches = matchGlobs(check.files ?? []);
  const asksRules = areRulesAsked(check, configuration.sight);
  const tool = check.lister ?? (asksRules ? "eslint" : null);
  const files = [...tree.snapshot.files.keys(), ...tree.snapshot.unreadable];
  const key = tool === null ? null : await context.targetKey(tool, identity);
  const ask = async (of: ListingTool): Promise<TargetList | null> => {
    // Rules alone are not worth asking for again and again.
    if (listTargets === undefined || (key === null && check.lister === null)) return null;
    return listTargets({ check, tool: of, key, files });
  };
  const list = tool === null ? null : await ask(tool);
  const sightOf = sightOfRules(configuration.sight, { check, list, tree });
  const isListed = check.lister !== null && list?.type === "listed";
  return { isTarget: isListed ? (path) => list.files.has(path) : matches, sightOf, key };
}

interface FoundTargets extends Pick<FileContext, "isTarget" | "sightOf"> {
  /** Stands for all that the tool's answer depends on; null where it was not asked, or where that is not known. */
  readonly key: string | null;
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
