import { takesFiles, type Check } from "../vocabulary/check.ts";
import { memo } from "../vocabulary/memo.ts";
import { matchGlobs } from "../vocabulary/glob.ts";
import type { NamedPathSet, WeakKey } from "../vocabulary/path-set.ts";
import type { Fingerprint, RepoPath } from "../vocabulary/path.ts";
import type { Target } from "../vocabulary/unit.ts";
import { builtinTargets, identifyBuiltin, type AnswerFiles } from "./builtin-units.ts";
import { findConfigurationFiles, type ConfigurationFiles } from "./configuration-files.ts";
import { identifyConfiguration, type IdentifiedConfiguration } from "./identify-configuration.ts";
import { identifyCheck, type IdentifiedCheck } from "./identify-check.ts";
import { prefixed, type Following } from "./following.ts";
import { createViews } from "./left-out.ts";
import { productsOf } from "./products.ts";
import {
  createPredictedSets,
  splitComponents,
  strongFingerprint,
  weakKey,
  type Components,
} from "./record-key.ts";
import { AMBIENT, CONFIGURATION_NAMES, IMPORTS, TYPES } from "../vocabulary/path-set.ts";
import { fileValue, manifestOf, type Tree, type Unknown } from "./tree.ts";
import { shortHash } from "../vocabulary/short-hash.ts";

/** One check applied to one target, with all that its verdict depends on. */
export interface Unit {
  readonly check: string;
  readonly target: Target;
  /** Null where something that the verdict depends on is not known: then it is neither reused nor stored. */
  readonly fingerprint: Fingerprint | null;
  /** What is known of it before its path set is looked at. */
  readonly weakKey: WeakKey;
  readonly pathSet: NamedPathSet;
  readonly unknown: Unknown;
  /** What is not known of all that its weak key stands for, and of what it uses of other checks. */
  readonly weakUnknown: Unknown;
  /** What the fingerprint is made of, by name. */
  readonly components: Readonly<Record<string, string>>;
  /** What a part of a path set is worth for this unit; undefined for one that it does not have. */
  readonly part: (name: string) => string | undefined;
  /** The same unit as the graph and the table of tools predict it. */
  readonly predicted: Unit;
  /** The same unit where what it uses of other checks is worth this: components by their names. */
  readonly withProducts: (products: Components) => Unit;
  /** Files beside the tree that the tool's part of the fingerprint covers by content. */
  readonly toolFiles: readonly RepoPath[];
  /** Whether the verdict depends on this file of the tree. */
  readonly dependsOn: (path: RepoPath) => boolean;
  /** Whether it depends on this file beside the tree, by its absolute path. */
  readonly dependsOnBeside: (absolute: string) => boolean;
}

export interface UnitOptions {
  readonly checks: readonly Check[];
  readonly tree: Tree;
  readonly env: NodeJS.ProcessEnv;
  /** What a wholly opaque import means: the unit depends on the whole project, or it is let be. */
  readonly opaqueImports: "project" | "ignore";
  readonly answer: AnswerFiles;
  /** Finds out how the units of a check are known: by what their commands were seen to read, or as they are. */
  readonly choose?: (units: readonly Unit[]) => Promise<readonly Unit[]>;
}

/** All units of the checks, each with its fingerprint. Checks come after those that they depend on. */
export async function buildUnits(options: UnitOptions): Promise<ReadonlyMap<string, readonly Unit[]>> {
  const { tree, checks } = options;
  const common = {
    ...options,
    configuration: findConfigurationFiles(tree.snapshot.files.keys()),
    pathSet: createPredictedSets(),
    mocks: memo(() => [...tree.snapshot.files.keys()].filter((path) => MOCKS.test(path))),
  };
  const viewOf = createViews(tree, checks, options.opaqueImports);
  const built = new Map<string, readonly Unit[]>();
  for (const check of inOrder(checks)) {
    const context: UnitContext = { ...common, ...viewOf(check) };
    const identity =
      check.builtin === null
        ? await identifyCheck(check, context.tree, options.env)
        : {
            components: identifyBuiltin(check),
            files: [],
            scripts: [],
            toolFiles: [],
            beside: new Set<string>(),
            dotenv: [],
            unknown: null,
            weakUnknown: null,
          };
    const beyond = prefixed("scripts", await context.following.beyond(identity.scripts, identity.scripts));
    const products = productsOf(check, checks, built);
    const files = new Set(identity.files);
    const hasLink = identity.files.some((path) => isLink(path, tree));
    const components = { ...identity.components, ...beyond.components, ...products.components };
    const shared: CheckIdentity = {
      ...identity,
      components,
      ...shareOf(check.name, components),
      unknown: identity.unknown ?? beyond.unknown ?? products.unknown,
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
        beyond.beside.includes(absolute) ||
        products.dependsOnBeside(absolute),
    };
    const units = takesFiles(check)
      ? await fileUnits(check, shared, context)
      : await projectUnits(check, shared, context);
    built.set(check.name, check.builtin === null ? ((await options.choose?.(units)) ?? units) : units);
  }
  return built;
}

/** What all units of a check have in common, with what it uses of others. */
interface CheckIdentity extends IdentifiedCheck, SharedComponents {
  readonly dependsOn: Unit["dependsOn"];
  readonly dependsOnBeside: Unit["dependsOnBeside"];
  /** Whether the check itself writes this file. */
  readonly isOutput: (path: string) => boolean;
}

/** The part that all units of a check have in both steps of looking up a verdict. */
interface SharedComponents {
  readonly weak: string;
  readonly partNames: readonly string[];
  readonly partsDigest: string;
}

function shareOf(check: string, components: Components): SharedComponents {
  const { weak, parts } = splitComponents(components);
  return {
    weak: shortHash([check, weak]),
    partNames: parts.map(([name]) => name),
    partsDigest: shortHash(parts),
  };
}

interface UnitContext extends UnitOptions {
  readonly pathSet: (parts: readonly string[]) => NamedPathSet;
  readonly configuration: ConfigurationFiles;
  readonly following: Following;
  /** What test runners put in the place of modules by its name alone. */
  readonly mocks: () => readonly RepoPath[];
}

const MOCKS = /(?:^|\/)__mocks__\//;

async function fileUnits(
  check: Check,
  identity: CheckIdentity,
  context: UnitContext,
): Promise<readonly Unit[]> {
  const { tree, configuration, following } = context;
  if (check.builtin !== null) {
    const targets = await builtinTargets(check, check.builtin, context);
    return targets.map(({ path: target, own, unknown, dependsOn }) =>
      finish(
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
  const matches = matchGlobs(check.files ?? []);
  const units: Unit[] = [];
  const configured = new Map<string, IdentifiedConfiguration>();
  for (const path of [...tree.snapshot.files.keys(), ...tree.snapshot.unreadable]) {
    if (tree.snapshot.files.get(path)?.kind === "submodule" || !matches(path)) continue;
    const { value, unknown } = await fileValue(tree, path);
    const above = configuration.above(path).filter((each) => !tree.isLeftOut(each));
    const directory = above.join("\0");
    let settings = configured.get(directory);
    if (settings === undefined) {
      settings = await identifyConfiguration(above, tree, following);
      configured.set(directory, settings);
    }
    const { dependsOn } = settings;
    const followed = await following.ofFile(path, check.follow);
    const own = {
      ...(check.renames === "reuse" ? {} : { path }),
      target: value,
      ...settings.components,
      ...followed.components,
    };
    const missing = identity.unknown ?? unknown ?? settings.unknown ?? followed.unknown;
    const beside = besideOf([path], tree) ?? [...settings.beside, ...followed.beside];
    units.push(
      finish(
        {
          check: check.name,
          target: path,
          identity,
          own,
          unknown: missing,
          weakUnknown: identity.weakUnknown ?? unknown,
          beside,
          parts: {
            [IMPORTS]: () => tree.hashes.dependenciesOf(path, "imports"),
            [TYPES]: () => tree.hashes.dependenciesOf(path, "content"),
            [CONFIGURATION_NAMES]: () => namesOf(tree, [...above, ...context.mocks(), ...identity.dotenv]),
            [AMBIENT]: () => following.ambient(),
          },
        },
        context,
        (changed) => {
          if (changed === path || isLink(path, tree)) return true;
          if (identity.dependsOn(changed) || dependsOn(changed)) return true;
          return following.reaches([path], changed, check.follow);
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
  const counted = above.filter((path) => !tree.isLeftOut(path));
  const settings = await identifyConfiguration(counted, tree, following);
  // What does not count itself may lead to what does.
  const followable = matching.filter(
    (path) => !tree.isLeftOut(path) || tree.graph.references(path).length > 0,
  );
  const followed = isWhole
    ? await following.outsideOf(check.follow === "none" ? [] : followable)
    : await following.ofFiles(followable, check.follow);
  const own = { files: manifestOf(tree, values), ...settings.components, ...followed.components };
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
  const unit = finish(draft, context, (changed) => {
    if (matches(changed) || beside === "any") return true;
    if (identity.dependsOn(changed) || settings.dependsOn(changed)) return true;
    return !isWhole && following.reaches(followable, changed, check.follow);
  });
  return [unit];
}

/** A link may lead to any file; null where none of the files is one. */
function besideOf(paths: readonly RepoPath[], { snapshot }: Tree): "any" | null {
  return paths.some((path) => isLink(path, { snapshot })) ? "any" : null;
}

/** A link may lead to any file of the tree, too. */
function isLink(path: RepoPath, { snapshot }: Pick<Tree, "snapshot">): boolean {
  return snapshot.files.get(path)?.kind === "symlink";
}

interface UnitDraft {
  readonly check: string;
  readonly target: Target;
  readonly identity: CheckIdentity;
  /** What the unit has beside what all units of its check have. */
  readonly own: Readonly<Record<string, string>>;
  readonly unknown: Unknown;
  readonly weakUnknown: Unknown;
  /** What it depends on beside the tree, beyond what its check does. */
  readonly beside: readonly string[] | "any";
  /** What an observed path set may ask for beside the components. */
  readonly parts?: Readonly<Record<string, () => string>>;
}

/** The configuration files that apply, by their names alone: what is in those that are read was seen. */
function namesOf(tree: Tree, paths: readonly string[]): string {
  return manifestOf(
    tree,
    paths.map((path) => [path, "there"]),
  );
}

function finish(draft: UnitDraft, context: UnitContext, dependsOn: Unit["dependsOn"]): Unit {
  const { check, target, identity, own, unknown, beside } = draft;
  const { weak, parts } = splitComponents(own);
  const key = weakKey(identity.weak, weak);
  const pathSet = context.pathSet([...identity.partNames, ...parts.map(([name]) => name)]);
  const values = [identity.partsDigest, ...parts.map(([, value]) => value)];
  const unit: Unit = {
    check,
    target,
    fingerprint: unknown === null ? strongFingerprint(key, pathSet, values) : null,
    weakKey: key,
    pathSet,
    unknown,
    weakUnknown: draft.weakUnknown,
    // Put together when asked for: of most units only the fingerprint is ever looked at.
    get components() {
      return { ...identity.components, ...own };
    },
    part: (name) => draft.parts?.[name]?.() ?? identity.components[name] ?? own[name],
    withProducts: (products) => {
      const components = { ...identity.components, ...products };
      const shared = { ...identity, components, ...shareOf(check, components) };
      return finish({ ...draft, identity: shared }, context, dependsOn);
    },
    toolFiles: identity.toolFiles,
    // A target is what the verdict is about, whoever writes it.
    dependsOn: (path) => path === target || (!identity.isOutput(path) && dependsOn(path)),
    dependsOnBeside: (absolute) =>
      !isOutputBeside(absolute, identity, context.tree) &&
      (beside === "any" || beside.includes(absolute) || identity.dependsOnBeside(absolute)),
    get predicted() {
      return unit;
    },
  };
  return unit;
}

function isOutputBeside(absolute: string, { isOutput }: CheckIdentity, { snapshot }: Tree): boolean {
  const prefix = `${snapshot.root}/`;
  return absolute.startsWith(prefix) && isOutput(absolute.slice(prefix.length));
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
