import { runsCode, takesFiles, type Check } from "../vocabulary/check.ts";
import { matchGlobs } from "../vocabulary/glob.ts";
import { memo } from "../vocabulary/memo.ts";
import {
  AMBIENT,
  BESIDE_TESTS,
  CONFIGURATION_NAMES,
  IMPORTS,
  SNAPSHOTS,
  TARGET_INPUTS,
  TYPES,
  type NamedPathSet,
} from "../vocabulary/path-set.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { ListTargets } from "../vocabulary/target-list.ts";
import { builtinTargets, identifyBuiltin, type AnswerFiles } from "./builtin-units.ts";
import { configureCheck, type CheckConfiguration } from "./check-configuration.ts";
import { findConfigurationFiles } from "./configuration-files.ts";
import { prefixed, type Following, type Sight } from "./following.ts";
import { variableComponents } from "./environment.ts";
import { identifyCheck, type IdentifiedCheck } from "./identify-check.ts";
import type { IdentifiedConfiguration } from "./identify-configuration.ts";
import { createViews } from "./left-out.ts";
import { presumeInputs } from "./moved-snapshots.ts";
import { makeUnit, shareOf, type CheckIdentity } from "./make-unit.ts";
import { productsOf } from "./products.ts";
import { createPredictedSets } from "./record-key.ts";
import {
  createTargetInputs,
  findSharedInputs,
  joinInputs,
  NO_INPUTS,
  type FoundInputs,
} from "./target-inputs.ts";
import { createTargetKey, type TargetKey } from "./target-key.ts";
import { fileValue, manifestOf, type Tree } from "./tree.ts";
import type { Unit } from "./unit.ts";

export interface UnitOptions {
  readonly checks: readonly Check[];
  readonly tree: Tree;
  readonly env: NodeJS.ProcessEnv;
  /** What a wholly opaque import means: the unit depends on the whole project, or it is let be. */
  readonly opaqueImports: "project" | "ignore";
  readonly answer: AnswerFiles;
  /** Asks the tool of a check which files it takes. */
  readonly listTargets?: ListTargets;
  /** Finds out how the units of a check are known: by what their commands were seen to read, or as they are. */
  readonly choose?: (units: readonly Unit[]) => Promise<readonly Unit[]>;
}

/** All units of the checks, each with its fingerprint. Checks come after those that they depend on. */
export async function buildUnits(options: UnitOptions): Promise<ReadonlyMap<string, readonly Unit[]>> {
  const { tree, checks } = options;
  const common = {
    ...options,
    files: findConfigurationFiles(tree.snapshot.files.keys()),
    pathSet: createPredictedSets(),
    targetKey: createTargetKey(tree),
    mocks: memo(() => [...tree.snapshot.files.keys()].filter((path) => MOCKS.test(path))),
  };
  const viewOf = createViews(tree, checks, options.opaqueImports);
  const built = new Map<string, readonly Unit[]>();
  for (const check of inOrder(checks)) {
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
    const products = productsOf(check, checks, built);
    const presumed =
      check.besideTests === null ? null : presumeInputs(check, check.besideTests, context.tree);
    const besideTests =
      presumed === null ? NO_INPUTS : await findSharedInputs(context.tree, BESIDE_TESTS, presumed.files);
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
        beyond.beside.includes(absolute) ||
        products.dependsOnBeside(absolute),
    };
    const configuration = configureCheck(check, identity.words, {
      ...context,
      files: common.files,
      named: identity.scripts,
    });
    const units = takesFiles(check)
      ? await fileUnits(check, shared, {
          ...context,
          configuration,
          isTarget: await findTargets(check, identity, { ...context, configuration }),
          inputsOf: createTargetInputs(context.tree, TARGET_INPUTS, check.targetInputs),
          snapshotsOf: createTargetInputs(context.tree, SNAPSHOTS, presumed?.targetInputs ?? []),
        })
      : await projectUnits(check, shared, { ...context, configuration });
    built.set(check.name, check.builtin === null ? ((await options.choose?.(units)) ?? units) : units);
  }
  return built;
}

interface UnitContext extends UnitOptions {
  readonly targetKey: TargetKey;
  readonly pathSet: (parts: readonly string[]) => NamedPathSet;
  readonly configuration: CheckConfiguration;
  readonly following: Following;
  /** What test runners put in the place of modules by its name alone. */
  readonly mocks: () => readonly RepoPath[];
}

interface FileContext extends UnitContext {
  readonly isTarget: (path: RepoPath) => boolean;
  /** What counts for one target alone: what the check declares, */
  readonly inputsOf: (target: RepoPath) => Promise<FoundInputs>;
  /** and what its tool keeps for it. */
  readonly snapshotsOf: (target: RepoPath) => Promise<FoundInputs>;
}

const MOCKS = /(?:^|\/)__mocks__\//;

/** The files that the tool takes, as far as it can be asked; otherwise those that the globs name. */
async function findTargets(
  check: Check,
  identity: IdentifiedCheck,
  context: UnitContext,
): Promise<(path: RepoPath) => boolean> {
  const { tree, listTargets } = context;
  const matches = matchGlobs(check.files ?? []);
  const tool = check.lister;
  if (tool === null || listTargets === undefined) return matches;
  const key = await context.targetKey(tool, identity);
  const files = [...tree.snapshot.files.keys(), ...tree.snapshot.unreadable];
  const list = await listTargets({ check, tool, key, files });
  return list.type === "listed" ? (path) => list.files.has(path) : matches;
}

async function fileUnits(
  check: Check,
  identity: CheckIdentity,
  context: FileContext,
): Promise<readonly Unit[]> {
  const { tree, configuration, following } = context;
  if (check.builtin !== null) {
    const targets = await builtinTargets(check, check.builtin, context);
    return targets.map(({ path: target, own, unknown, dependsOn }) =>
      makeUnit(
        {
          check: check.name,
          target,
          identity,
          own,
          unknown: identity.unknown ?? unknown,
          weakUnknown: unknown,
          beside: [],
        },
        context,
        (changed) => dependsOn(changed) || identity.dependsOn(changed),
      ),
    );
  }
  const units: Unit[] = [];
  const sight: Sight = { follow: configuration.follow, types: configuration.seesTypes };
  for (const path of [...tree.snapshot.files.keys(), ...tree.snapshot.unreadable]) {
    if (tree.snapshot.files.get(path)?.kind === "submodule" || !context.isTarget(path)) continue;
    const { value, unknown } = await fileValue(tree, path);
    const above = configuration.above(path);
    const settings = await configuration.identify(above);
    const { dependsOn } = settings;
    const followed = await following.ofFile(path, sight);
    const snapshots = await context.snapshotsOf(path);
    const inputs = joinInputs(await context.inputsOf(path), snapshots);
    const own = {
      ...(check.renames === "reuse" ? {} : { path }),
      target: value,
      ...inputs.components,
      ...settings.components,
      ...followed.components,
      ...installedFor([path], identity, context),
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

/** One unit; none where the check is for files of which there are none. */
async function projectUnits(
  check: Check,
  identity: CheckIdentity,
  context: UnitContext,
): Promise<readonly Unit[]> {
  const { tree, configuration, following } = context;
  const matches = check.files === null ? () => true : matchGlobs(check.files);
  const matching = [...tree.snapshot.files.keys()].filter((path) => matches(path));
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
  // Without files of its own it covers the whole tree, and there is nothing left to follow.
  const isWhole = check.files === null;
  const above = isWhole ? [] : [...new Set(matching.flatMap((path) => configuration.above(path)))];
  const settings = await configuration.identify(above);
  const sight: Sight = { follow: configuration.follow, types: configuration.seesTypes };
  // What does not count itself may lead to what does.
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
    ...installedFor(isWhole ? "all" : followable, identity, context),
    ...namedVariables(followable, check, { ...context, identity, settings }),
  };
  const missing = unknown ?? settings.unknown ?? followed.unknown;
  // What the sources of a build name and git ignores is mostly its product: written again as it was, it is its own work.
  const reached = check.type === "build" ? [] : followed.beside;
  const beside = besideOf(covered, tree) ?? [...settings.beside, ...reached];
  const start = check.cwd === "." ? "" : `${check.cwd}/`;
  const parts = {
    [CONFIGURATION_NAMES]: () =>
      namesOf(tree, [
        ...configuration.above(`${start}any` as RepoPath),
        ...context.mocks(),
        ...identity.dotenv,
      ]),
  };
  const draft = {
    check: check.name,
    target: "" as const,
    identity,
    own,
    unknown: missing,
    weakUnknown: identity.weakUnknown,
    beside,
    parts,
  };
  const unit = makeUnit(draft, context, (changed) => {
    if (matches(changed) || beside === "any") return true;
    if (identity.dependsOn(changed) || settings.dependsOn(changed)) return true;
    return !isWhole && following.reaches(followable, changed, sight);
  });
  return [unit];
}

/** The variables that the code names which takes part: of those who run it, that of the targets too. */
function namedVariables(
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

/** Whoever starts other programs may start any that is installed; of a whole project, any may be imported. */
function installedFor(
  paths: readonly RepoPath[] | "all",
  { installed, components }: CheckIdentity,
  { tree, configuration }: UnitContext,
): Readonly<Record<string, string>> {
  if (configuration.follow === "none" || components["packages"] === installed) return {};
  return paths === "all" || paths.some((path) => tree.startsPrograms(path)) ? { installed } : {};
}

/** A link may lead to any file; null where none of the files is one. */
function besideOf(paths: readonly RepoPath[], { snapshot }: Tree): "any" | null {
  return paths.some((path) => isLink(path, { snapshot })) ? "any" : null;
}

/** A link may lead to any file of the tree, too. */
function isLink(path: RepoPath, { snapshot }: Pick<Tree, "snapshot">): boolean {
  return snapshot.files.get(path)?.kind === "symlink";
}

/** The configuration files that apply, by their names alone: what is in those that are read was seen. */
function namesOf(tree: Tree, paths: readonly string[]): string {
  return manifestOf(
    tree,
    paths.map((path) => [path, "there"]),
  );
}

function inOrder(checks: readonly Check[]): readonly Check[] {
  const byName = new Map(checks.map((check) => [check.name, check]));
  const ordered = new Set<Check>();
  const add = (check: Check): void => {
    if (ordered.has(check)) return;
    for (const name of check.dependsOn) {
      const dependency = byName.get(name);
      if (dependency !== undefined) add(dependency);
    }
    ordered.add(check);
  };
  for (const check of checks) add(check);
  return [...ordered];
}
