import { isCode } from "../paths/is-code.ts";
import { memoize } from "../values/memo.ts";
import type { Check } from "../vocabulary/check/check.ts";
import { AMBIENT, CONFIGURATION_NAMES, IMPORTERS, IMPORTS, TYPES } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { IdentifiedConfiguration } from "./configuration/identify-configuration.ts";
import type { Sight } from "./following.ts";
import { type FoundInputs, NO_INPUTS } from "./inputs/target-inputs.ts";
import type { CheckIdentity, UnitGroup } from "./make-unit.ts";
import { isLink, listNames } from "./taking-part.ts";
import type { Tree } from "./tree.ts";
import type { FileContext } from "./unit-context.ts";

/** What was found for one target besides its values. Most targets of a directory have the same. */
export interface FileGroup extends Pick<UnitGroup, "unknown" | "weakUnknown" | "beside"> {
  readonly asksForMore: boolean;
  readonly settings: IdentifiedConfiguration;
  /** Identifies the settings. */
  readonly digest: string;
  readonly sight: Sight;
  readonly importers: string;
  readonly inputs: FoundInputs;
  readonly snapshots: FoundInputs;
  readonly isWide: boolean;
}

/** Units of files share a group if they differ in nothing but their targets and values. */
export function createFileGroups(
  check: Check,
  identity: CheckIdentity,
  context: FileContext,
): (group: FileGroup) => UnitGroup {
  const open = (group: FileGroup): UnitGroup => openGroup(group, { check, identity, context });
  const shared = memoize((_manifests: unknown) =>
    memoize((_settings: unknown) =>
      memoize((_sight: unknown) => memoize((_beside: unknown): { group?: UnitGroup } => ({}))),
    ),
  );
  return (group) => {
    if (!isUsual(group)) return open(group);
    const { asksForMore, settings, sight, beside } = group;
    const slot = shared(context.configuration.manifests(asksForMore))(settings)(sight)(beside);
    return (slot.group ??= open(group));
  };
}

/** Whether a target has nothing of its own. */
function isUsual({ unknown, weakUnknown, importers, inputs, snapshots, isWide }: FileGroup): boolean {
  const isKnown = unknown === null && weakUnknown === null;
  return isKnown && importers === "" && inputs === NO_INPUTS && snapshots === NO_INPUTS && !isWide;
}

interface GroupContext {
  readonly check: Check;
  readonly identity: CheckIdentity;
  readonly context: FileContext;
}

function openGroup(group: FileGroup, { check, identity, context }: GroupContext): UnitGroup {
  const { settings, digest, sight, importers, inputs, snapshots, asksForMore, isWide } = group;
  const { tree, configuration, following } = context;
  return {
    check: check.name,
    identity,
    unknown: group.unknown,
    weakUnknown: group.weakUnknown,
    beside: group.beside,
    part: (name, path) => {
      if (name === IMPORTS) return tree.hashes.dependenciesOf(path, "imports");
      if (name === TYPES) return seenOf(path, sight, tree);
      if (name === AMBIENT) return sight.sure === null ? following.ambient() : NOT_SEEN;
      if (name === IMPORTERS) return importers;
      if (name !== CONFIGURATION_NAMES) return undefined;
      const above = configuration.above(path);
      return listNames(tree, [...above, ...context.mocks(), ...identity.dotenv, ...snapshots.files]);
    },
    dependsOn: (changed, path) => {
      if (changed === path || isLink(path, tree)) return true;
      if (importers !== "" && isCode(changed)) return true;
      if (identity.dependsOn(changed) || inputs.dependsOn(changed) || settings.dependsOn(changed))
        return true;
      return following.reaches([path], changed, { sight, tests: context.tests });
    },
    manifests: configuration.manifests(asksForMore),
    trail: {
      settings: digest,
      settingsFiles: settings.settingsFiles,
      isOpen: settings.isOpen,
      isWide,
      by: [],
    },
  };
}

/** What a linter that opens other modules sees of them. Other files that were opened and are not code count by themselves. */
function seenOf(path: RepoPath, { sure }: Sight, { hashes }: Tree): string {
  if (sure === "file") return NOT_SEEN;
  return hashes.dependenciesOf(path, sure ?? "referred");
}

const NOT_SEEN = "not seen";
