import { matchGlobs } from "../paths/glob.ts";
import { isManifest } from "../paths/manifest-fields.ts";
import { memoize } from "../values/memo.ts";
import { packedList } from "../values/packed-list.ts";
import { shortHash } from "../values/short-hash.ts";
import type { BuiltinName } from "../vocabulary/check/builtin.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { ListingTool } from "../vocabulary/check/listing-tool.ts";
import type { TargetList } from "../vocabulary/check/target-list.ts";
import { IMPORTERS } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { builtinTargets } from "./builtin-units.ts";
import type { IdentifiedCheck } from "./configuration/identify-check.ts";
import { createFileGroups } from "./file-groups.ts";
import type { Sight } from "./following.ts";
import { joinComponents } from "./inputs/record-key.ts";
import { joinInputs } from "./inputs/target-inputs.ts";
import { type CheckIdentity, makeUnit, type UnitGroup } from "./make-unit.ts";
import { areRulesAsked, sightOfRules } from "./sight/sight-of-rules.ts";
import { besideOf, installedFor, namedVariables } from "./taking-part.ts";
import { fileValue, type Tree } from "./tree.ts";
import type { FileContext, UnitContext } from "./unit-context.ts";
import type { Taken } from "./known-before.ts";
import type { UnitList } from "./kept/unit-list.ts";
import type { FoundUnit, Unit } from "./unit.ts";

/** Asks the tool of a check; null if it should not be asked. */
async function ask(
  tool: ListingTool | null,
  check: Check,
  { identity, tree, listTargets, targetKey }: AskContext,
): Promise<Said | null> {
  if (tool === null || listTargets === undefined) return null;
  const key = await targetKey(tool, identity);
  // An answer that only saves work is not worth asking for in every run.
  if (key === null && (check.lister === null || check.listsWithin)) return null;
  const files = [...tree.snapshot.files.keys(), ...tree.snapshot.unreadable];
  return { list: await listTargets({ check, tool, key, files }), key };
}

/** What a tool said, and a key for everything that this depends on; null if that is unknown. */
export interface Said {
  readonly list: TargetList;
  readonly key: string | null;
}

interface AskContext extends Pick<UnitContext, "tree" | "listTargets" | "targetKey"> {
  readonly identity: IdentifiedCheck;
}

export interface FoundTargets {
  readonly isTarget: (path: RepoPath) => boolean;
  readonly said: Said | null;
  /** The same for the same files, among those that the check's globs match; null if the globs alone decide. */
  readonly key: string | null;
}

/** The files that the tool checks, if it can be asked; otherwise those that the globs match. */
export async function findTargets(check: Check, context: AskContext): Promise<FoundTargets> {
  const said = await ask(check.lister, check, context);
  const list = said?.list;
  const isNamed = matchGlobs(check.files ?? []);
  if (list?.type !== "listed") return { isTarget: isNamed, said, key: list?.type ?? null };
  // The files that a compiler listed may import more by now.
  const files = list.tool === "tsc" ? withSources(list.files, isNamed, context.tree) : list.files;
  const isTarget = (path: RepoPath): boolean => files.has(path) && (!check.listsWithin || isNamed(path));
  return { isTarget, said, key: shortHash([[...files], check.listsWithin]) };
}

function withSources(
  listed: ReadonlySet<RepoPath>,
  isNamed: (path: RepoPath) => boolean,
  { graph }: Pick<Tree, "graph">,
): ReadonlySet<RepoPath> {
  const sources = new Set(listed);
  for (const path of sources)
    for (const { reference, resolution } of graph.has(path) ? graph.references(path) : [])
      for (const next of resolution.files)
        // If a reference goes through a package.json, only the fields that it used count.
        if (isNamed(next) && (!isManifest(next) || isManifest(reference.specifier))) sources.add(next);
  return sources;
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

/** One unit for each target of the check. */
export async function fileUnits(
  check: Check,
  identity: CheckIdentity,
  context: FileContext,
): Promise<UnitList<FoundUnit>> {
  const { tree, configuration, following } = context;
  if (check.builtin !== null) return builtinUnits({ ...check, builtin: check.builtin }, identity, context);
  const units: Unit[] = [];
  const identifyAs = (asksForMore: boolean) =>
    memoize(async (paths: readonly RepoPath[]) => {
      const settings = await configuration.identify(paths, asksForMore);
      const { components, variables, unknown, beside } = settings;
      return { settings, digest: shortHash([paths, components, variables, unknown, beside]) };
    });
  const identify = { usual: identifyAs(false), more: identifyAs(true) };
  const settingsOf = (path: RepoPath, asksForMore: boolean) =>
    identify[asksForMore ? "more" : "usual"](configuration.above(path));
  const known = await context.known?.take(createDigestOf(configuration, settingsOf));
  const groupOf = createFileGroups(check, identity, context);
  for (const path of listFiles(tree)) {
    const isAsked = known === undefined || known.came.has(path);
    if (isAsked ? !isTarget(path, context) : !known.left.has(path)) continue;
    const asksForMore = configuration.asksForMore(path);
    const { settings, digest } = await settingsOf(path, asksForMore);
    const { value, unknown } = await fileValue(tree, path);
    const sight = context.sightOf(path);
    const followed = await following.ofFile(path, sight, context.tests);
    const snapshots = await context.snapshotsOf(path);
    const importers = sight.programs === null ? "" : context.importersOf(path, sight.programs);
    const inputs = joinInputs(await context.inputsOf(path), snapshots);
    const own = joinComponents(
      check.renames === "reuse" ? {} : { path },
      { target: value },
      inputs.components,
      settings.components,
      followed.components,
      importers === "" ? {} : { [IMPORTERS]: importers },
      installedFor([path], identity, { tree, sight }),
      namedVariables([path], check, { ...context, identity, settings }),
    );
    const crowded = context.crowdedBy(path);
    const missing =
      identity.unknown ?? unknown ?? crowded ?? inputs.unknown ?? settings.unknown ?? followed.unknown;
    const beside =
      besideOf([path, ...inputs.files], tree) ??
      joinLists([inputs.beside, settings.beside, followed.beside].filter(({ length }) => length > 0));
    const group = groupOf({
      asksForMore,
      settings,
      digest,
      sight,
      importers,
      inputs,
      snapshots,
      unknown: missing,
      weakUnknown: identity.weakUnknown ?? unknown ?? crowded ?? inputs.unknown,
      beside,
      isWide: beside === "any" || "project" in own || "hidden" in own || importers !== "",
    });
    units.push(makeUnit({ target: path, own, group }, context));
  }
  return withTaken(units, known, tree);
}

/** One list is taken as it is, because many units have the same. */
function joinLists(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.length > 1 ? lists.flat() : (lists[0] ?? NOTHING);
}

function listFiles({ snapshot }: Tree): Iterable<RepoPath> {
  const { files, unreadable } = snapshot;
  return unreadable.size === 0 ? files.keys() : [...files.keys(), ...unreadable];
}

function isTarget(path: RepoPath, { tree, isTarget: isMeant }: FileContext): boolean {
  return tree.snapshot.files.get(path)?.kind !== "submodule" && isMeant(path);
}

/** The units that were looked up and those that were reused, in the order of the files. */
function withTaken(looked: readonly Unit[], known: Taken | undefined, tree: Tree): UnitList<FoundUnit> {
  if (known === undefined) return looked;
  const { taken } = known;
  return packedList<FoundUnit, typeof taken>(looked, taken, function* () {
    const byTarget = new Map(looked.map((unit) => [unit.target, unit]));
    for (const path of listFiles(tree)) {
      const unit = byTarget.get(path) ?? taken.find(path);
      if (unit !== null) yield unit;
    }
  });
}

async function builtinUnits(
  check: Check & { readonly builtin: BuiltinName },
  identity: CheckIdentity,
  context: FileContext,
): Promise<UnitList<FoundUnit>> {
  const known = await context.known?.take(async () => NO_SETTINGS);
  const targets = await builtinTargets(check, { ...context, known });
  const made = targets.map(({ path: target, own, unknown, dependsOn, by }): Unit => {
    const group: UnitGroup = {
      check: check.name,
      identity,
      unknown: identity.unknown ?? unknown,
      weakUnknown: unknown,
      beside: NOTHING,
      trail: { settings: NO_SETTINGS, settingsFiles: [], isOpen: false, isWide: false, by },
      dependsOn: (changed) => dependsOn(changed) || identity.dependsOn(changed),
    };
    return makeUnit({ target, own, group }, context);
  });
  return withTaken(made, known, context.tree);
}

const NO_SETTINGS = "";
const NOTHING: readonly never[] = [];

/** Identifies the settings of a target: at once, if a target with the same files above it was asked for before. */
function createDigestOf(
  { above, asksForMore }: Pick<FileContext["configuration"], "above" | "asksForMore">,
  settingsOf: (path: RepoPath, asksForMore: boolean) => Promise<{ readonly digest: string }>,
): (path: RepoPath) => string | Promise<string> {
  const digests = { usual: new Map<unknown, string>(), more: new Map<unknown, string>() };
  return (path) => {
    const isMore = asksForMore(path);
    const known = digests[isMore ? "more" : "usual"];
    const files = above(path);
    const find = async (): Promise<string> => {
      const { digest } = await settingsOf(path, isMore);
      known.set(files, digest);
      return digest;
    };
    return known.get(files) ?? find();
  };
}
