import { shortHash } from "../values/short-hash.ts";
import type { NamedPathSet } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import type { IdentifiedCheck } from "./configuration/identify-check.ts";
import { type Components, splitComponents, strongFingerprint, weakKey } from "./inputs/record-key.ts";
import type { Tree, Unknown } from "./tree.ts";
import type { UnitOptions } from "./unit-context.ts";
import type { Unit } from "./unit.ts";

/** What all units of a check have in common, including what it uses of other checks. */
export interface CheckIdentity extends IdentifiedCheck, SharedComponents {
  readonly dependsOn: (path: RepoPath) => boolean;
  readonly dependsOnBeside: (absolute: string) => boolean;
  /** Whether the check itself writes this file. */
  readonly isOutput: (path: string) => boolean;
}

/** What all units of a check share in the two steps of looking up a verdict. */
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
  readonly target: Target;
  /** What the unit has in addition to what all units of its check have. */
  readonly own: Readonly<Record<string, string>>;
  readonly group: UnitGroup;
}

/**
 * Everything else about a unit. One for as many units as possible: each check has as many of them as the repository has
 * files.
 */
export interface UnitGroup {
  readonly check: string;
  readonly identity: CheckIdentity;
  readonly unknown: Unknown;
  readonly weakUnknown: Unknown;
  /** What its units depend on outside the tree, in addition to what their check depends on. */
  readonly beside: readonly string[] | "any";
  /** Parts that an observed path set may need in addition to the components. */
  readonly part?: (name: string, target: RepoPath) => string | undefined;
  readonly dependsOn: (path: RepoPath, target: RepoPath) => boolean;
  readonly manifests?: Unit["manifests"];
  readonly trail: Unit["trail"];
}

export interface MakeOptions {
  readonly tree: Tree;
  readonly pathSet: (parts: readonly string[]) => NamedPathSet;
  readonly keyed?: UnitOptions["keyed"];
}

/** The unit with the keys for looking up its verdict, as the graph and the table of tools predict it. */
export function makeUnit(draft: UnitDraft, context: MakeOptions): Unit {
  return new PredictedUnit(draft, context);
}

/** Holds only values and no functions of its own: each check has as many units as the repository has files. */
class PredictedUnit implements Unit {
  readonly fingerprint: Unit["fingerprint"];
  readonly weakKey: Unit["weakKey"];
  readonly pathSet: NamedPathSet;
  readonly target: Target;
  readonly #own: Components;
  readonly #group: UnitGroup;
  readonly #context: MakeOptions;

  constructor({ target, own, group }: UnitDraft, context: MakeOptions) {
    const { identity, unknown } = group;
    const { weak, parts } = splitComponents(own);
    this.weakKey = weakKey(identity.weak, weak);
    this.pathSet = context.pathSet([...identity.partNames, ...parts.map(([name]) => name)]);
    const values = [identity.partsDigest, ...parts.map(([, value]) => value)];
    this.fingerprint = unknown === null ? strongFingerprint(this.weakKey, this.pathSet, values) : null;
    this.target = target;
    this.#own = own;
    this.#group = group;
    this.#context = context;
  }

  get check(): string {
    return this.#group.check;
  }

  get unknown(): Unknown {
    return this.#group.unknown;
  }

  get weakUnknown(): Unknown {
    return this.#group.weakUnknown;
  }

  get toolFiles(): Unit["toolFiles"] {
    return this.#group.identity.toolFiles;
  }

  get manifests(): Unit["manifests"] {
    return this.#group.manifests ?? null;
  }

  get trail(): Unit["trail"] {
    return this.#group.trail;
  }

  get candidates(): Unit["candidates"] {
    return NO_CANDIDATES;
  }

  get predicted(): Unit {
    return this;
  }

  /** Built on demand: most units only need the fingerprint. */
  get components(): Components {
    return withoutSecrets({ ...this.#group.identity.components, ...this.#own }, this.#context.keyed);
  }

  part(name: string): string | undefined {
    const { part, identity } = this.#group;
    return part?.(name, this.#file) ?? identity.components[name] ?? this.#own[name];
  }

  withProducts(products: Components): Unit {
    const { check, identity } = this.#group;
    const components = { ...identity.components, ...products };
    const group = { ...this.#group, identity: { ...identity, components, ...shareOf(check, components) } };
    return new PredictedUnit({ target: this.target, own: this.#own, group }, this.#context);
  }

  /** The verdict is about the target, no matter what writes it. */
  dependsOn(path: RepoPath): boolean {
    const { identity, dependsOn } = this.#group;
    return path === this.target || (!identity.isOutput(path) && dependsOn(path, this.#file));
  }

  dependsOnBeside(absolute: string): boolean {
    const { identity, beside } = this.#group;
    return (
      !isOutputBeside(absolute, identity, this.#context.tree) &&
      (beside === "any" || beside.includes(absolute) || identity.dependsOnBeside(absolute))
    );
  }

  /** A group of the whole project needs no target. */
  get #file(): RepoPath {
    return this.target as RepoPath;
  }
}

const NO_CANDIDATES: Unit["candidates"] = [];

function isOutputBeside(absolute: string, { isOutput }: CheckIdentity, { snapshot }: Tree): boolean {
  const prefix = `${snapshot.root}/`;
  return absolute.startsWith(prefix) && isOutput(absolute.slice(prefix.length));
}

/** Components are stored for comparison. They must not let anyone confirm a guessed value. */
function withoutSecrets(components: Components, keyed: UnitOptions["keyed"]): Components {
  if (keyed === undefined) return components;
  const shown: Record<string, string> = {};
  for (const name of Object.keys(components)) {
    const value = components[name] as string;
    shown[name] = name.startsWith("env:") && value !== "absent" ? `set ${keyed(value)}` : value;
  }
  return shown;
}
