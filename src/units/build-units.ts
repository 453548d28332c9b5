import { createCheckGraph } from "../checks/check-graph.ts";
import { takesFiles } from "../checks/check-traits.ts";
import { matchGlobs } from "../paths/glob.ts";
import { isManifest } from "../paths/manifest-fields.ts";
import { madeOf, mapList } from "../values/packed-list.ts";
import { shortHash } from "../values/short-hash.ts";
import { BESIDE_TESTS, SNAPSHOTS, TARGET_INPUTS } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { identifyBuiltin } from "./builtin-units.ts";
import { configureCheck } from "./configuration/check-configuration.ts";
import { containingDirectory, sortConfigurationFiles } from "./configuration/configuration-files.ts";
import { identifyCheck } from "./configuration/identify-check.ts";
import { fileUnits, findSights, findTargets, type Said } from "./file-units.ts";
import { prefixed } from "./following.ts";
import { presumeInputs } from "./inputs/moved-snapshots.ts";
import { productsOf } from "./inputs/products.ts";
import { createPredictedSets } from "./inputs/record-key.ts";
import { createTargetInputs, findSharedInputs, NO_INPUTS } from "./inputs/target-inputs.ts";
import { createTargetKey } from "./inputs/target-key.ts";
import type { TakenUnits } from "./kept/taken-units.ts";
import { NOTHING_KNOWN } from "./known-before.ts";
import { createViews } from "./left-out.ts";
import { type CheckIdentity, shareOf } from "./make-unit.ts";
import { projectUnits } from "./project-units.ts";
import { findCrowded } from "./sight/crowds.ts";
import { createImportersOf } from "./sight/program-members.ts";
import { isLink } from "./taking-part.ts";
import type { Tree } from "./tree.ts";
import type { UnitOptions } from "./unit-context.ts";
import type { UnitList } from "./kept/unit-list.ts";
import { type FoundUnit, isBuilt, type Unit } from "./unit.ts";

/** All units of the checks, each with its fingerprint. A check comes after the checks that it depends on. */
export async function buildUnits(
  options: UnitOptions & { readonly knownBefore?: undefined },
): Promise<ReadonlyMap<string, readonly Unit[]>>;
export async function buildUnits(options: UnitOptions): Promise<ReadonlyMap<string, UnitList<FoundUnit>>>;
export async function buildUnits(options: UnitOptions): Promise<ReadonlyMap<string, UnitList<FoundUnit>>> {
  const { tree, checks } = options;
  const common = {
    ...options,
    files: sortConfigurationFiles(tree.names.settings),
    pathSet: createPredictedSets(),
    targetKey: createTargetKey(tree, options.env),
    mocks: () => tree.names.mocks,
  };
  const graph = createCheckGraph(checks);
  const viewOf = createViews(tree, checks, options.opaqueImports);
  const knownBefore = options.knownBefore ?? NOTHING_KNOWN;
  const built = new Map<string, UnitList<FoundUnit>>();
  /** The checks that others use. All their units are looked up. */
  const makers = new Map<string, readonly Unit[]>();
  for (const check of graph.inOrder()) {
    const context = { ...common, ...viewOf(check) };
    const identity =
      check.builtin === null
        ? await identifyCheck(check, context.tree, options.env)
        : {
            components: identifyBuiltin(check),
            files: [],
            scripts: [],
            words: [],
            installed: "",
            toolFiles: [],
            beside: new Set<string>(),
            dotenv: [],
            unknown: null,
            weakUnknown: null,
          };
    const beyond = prefixed("scripts", await context.following.beyond(identity.scripts));
    const products = productsOf(check, checks, makers);
    const presumed =
      check.besideTests === null ? null : presumeInputs(check, check.besideTests, context.tree);
    const besideTests =
      presumed === null ? NO_INPUTS : await findSharedInputs(context.tree, BESIDE_TESTS, presumed.files);
    // What the script of a build names and git ignores is usually its product, as for its sources.
    const named = check.type === "build" ? [] : beyond.beside;
    const files = new Set([...identity.files, ...besideTests.files]);
    const hasLink = [...files].some((path) => isLink(path, tree));
    const components = {
      ...identity.components,
      ...beyond.components,
      ...products.components,
      ...besideTests.components,
    };
    const shared: CheckIdentity = {
      ...identity,
      components,
      ...shareOf(check.name, components),
      unknown: identity.unknown ?? beyond.unknown ?? products.unknown ?? besideTests.unknown,
      weakUnknown: identity.weakUnknown ?? products.unknown,
      isOutput: matchGlobs(check.outputs),
      dependsOn: (path) =>
        files.has(path) ||
        hasLink ||
        context.following.areUnread(identity.scripts) ||
        context.following.leadsTo(identity.scripts, path) ||
        products.dependsOn(path),
      dependsOnBeside: (absolute) =>
        identity.beside.has(absolute) ||
        besideTests.beside.includes(absolute) ||
        named.includes(absolute) ||
        products.dependsOnBeside(absolute),
    };
    const asking = { ...context, identity };
    const {
      isTarget,
      said: listed,
      key,
    } = takesFiles(check) || check.lister !== null
      ? await findTargets(check, asking)
      : { isTarget: matchGlobs(check.files ?? ["**"]), said: null, key: null };
    const targets = shortHash([check.builtin, check.files, key]);
    const before = graph.isUsed(check) ? NOTHING_KNOWN : knownBefore;
    const directories = before.directoriesOf(check, targets) ?? directoriesOf(tree, isTarget);
    const configuration = configureCheck(check, identity.words, {
      ...context,
      files: common.files,
      named: identity.scripts,
      directories,
    });
    const inputs = [...check.targetInputs, ...(presumed?.targetInputs ?? [])];
    const unitsOfFiles = async (): Promise<UnitList<FoundUnit>> => {
      const { sightOf, said } = await findSights(check, listed, { ...asking, configuration });
      const frame = frameOf(shared, [
        configuration.sight,
        said === null ? null : (said.key ?? digestRules(said)),
        check.builtin === null ? context.following.ambient() : "",
        context.mocks(),
        context.without,
        options.opaqueImports,
        inputs,
      ]);
      return fileUnits(check, shared, {
        ...context,
        configuration,
        known: before.ofCheck(check, { frame, targets, directories }, inputs),
        isTarget,
        tests:
          presumed === null
            ? null
            : {
                isNamed: (path) => isTarget(path) || isManifest(path),
                mayLoadOthers: context.tree.createLoadsOthers(isTarget),
              },
        sightOf,
        crowdedBy: findCrowded(check, { words: identity.words, list: said?.list ?? null }, isTarget),
        importersOf: createImportersOf(context.tree),
        inputsOf: createTargetInputs(context.tree, TARGET_INPUTS, check.targetInputs),
        snapshotsOf: createTargetInputs(context.tree, SNAPSHOTS, presumed?.targetInputs ?? []),
      });
    };
    const units = takesFiles(check)
      ? await unitsOfFiles()
      : await projectUnits(check, shared, { ...context, configuration, isTarget });
    const chosen = check.builtin === null ? await chooseAmong(units, options) : units;
    built.set(check.name, chosen);
    makers.set(check.name, madeOf(chosen).filter(isBuilt));
  }
  return built;
}

/** Identifies everything that the units of a check have in common; null if part of it is unknown. */
function frameOf(identity: CheckIdentity, rest: readonly unknown[]): string | null {
  const { weak, partNames, partsDigest, installed, toolFiles, dotenv, unknown, weakUnknown } = identity;
  if (unknown !== null || weakUnknown !== null) return null;
  return shortHash([weak, partNames, partsDigest, installed, toolFiles, dotenv, ...rest]);
}

/** The rules that a tool says are on, for when it is unknown what they depend on. */
function digestRules({ list }: Said): readonly unknown[] {
  return list.type === "listed" ? [...list.rules] : [list.type];
}

function directoriesOf({ snapshot }: Tree, isTarget: (path: RepoPath) => boolean): readonly string[] {
  const directories = new Set<string>();
  for (const path of snapshot.files.keys()) if (isTarget(path)) directories.add(containingDirectory(path));
  return [...directories];
}

async function chooseAmong(
  units: UnitList<FoundUnit>,
  { choose }: UnitOptions,
): Promise<UnitList<FoundUnit>> {
  if (choose === undefined) return units;
  const looked = await choose(madeOf(units).filter(isBuilt));
  return mapList<FoundUnit, FoundUnit, TakenUnits>(units, looked, (unit) => unit);
}
