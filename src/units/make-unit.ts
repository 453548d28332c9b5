import { shortHash } from "../values/short-hash.ts";
import type { NamedPathSet } from "../vocabulary/tree/path-set.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import type { IdentifiedCheck } from "./configuration/identify-check.ts";
import { type Components, splitComponents, strongFingerprint, weakKey } from "./inputs/record-key.ts";
import type { Tree, Unknown } from "./tree.ts";
import type { UnitOptions } from "./unit-context.ts";
import type { Unit } from "./unit.ts";

/** What all units of a check have in common, with what it uses of others. */
export interface CheckIdentity extends IdentifiedCheck, SharedComponents {
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

export function shareOf(check: string, components: Components): SharedComponents {
  const { weak, parts } = splitComponents(components);
  return {
    weak: shortHash([check, weak]),
    partNames: parts.map(([name]) => name),
    partsDigest: shortHash(parts),
  };
}

/** A unit before its keys are known. */
export interface UnitDraft {
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
  readonly trail: Unit["trail"];
}

export interface MakeOptions {
  readonly tree: Tree;
  readonly pathSet: (parts: readonly string[]) => NamedPathSet;
  readonly keyed?: UnitOptions["keyed"];
}

/** The unit with the keys under which its verdict is looked up, as the graph and the table of tools predict it. */
export function makeUnit(draft: UnitDraft, context: MakeOptions, dependsOn: Unit["dependsOn"]): Unit {
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
      return withoutSecrets({ ...identity.components, ...own }, context.keyed);
    },
    part: (name) => draft.parts?.[name]?.() ?? identity.components[name] ?? own[name],
    withProducts: (products) => {
      const components = { ...identity.components, ...products };
      const shared = { ...identity, components, ...shareOf(check, components) };
      return makeUnit({ ...draft, identity: shared }, context, dependsOn);
    },
    toolFiles: identity.toolFiles,
    // A target is what the verdict is about, no matter who writes it.
    dependsOn: (path) => path === target || (!identity.isOutput(path) && dependsOn(path)),
    dependsOnBeside: (absolute) =>
      !isOutputBeside(absolute, identity, context.tree) &&
      (beside === "any" || beside.includes(absolute) || identity.dependsOnBeside(absolute)),
    candidates: [],
    trail: draft.trail,
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

/** What is kept beside a fingerprint to be compared must not tell a value to who can only guess it. */
function withoutSecrets(components: Components, keyed: UnitOptions["keyed"]): Components {
  if (keyed === undefined) return components;
  return Object.fromEntries(
    Object.entries(components).map(([name, value]) => [
      name,
      name.startsWith("env:") && value !== "absent" ? `set ${keyed(value)}` : value,
    ]),
  );
}
