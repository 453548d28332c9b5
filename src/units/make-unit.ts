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
  readonly check: string;
  readonly target: Target;
  readonly identity: CheckIdentity;
  /** What the unit has in addition to what all units of its check have. */
  readonly own: Readonly<Record<string, string>>;
  readonly unknown: Unknown;
  readonly weakUnknown: Unknown;
  /** What it depends on outside the tree, in addition to what its check depends on. */
  readonly beside: readonly string[] | "any";
  /** Parts that an observed path set may need in addition to the components. */
  readonly part?: (name: string) => string | undefined;
  readonly dependsOn: (path: RepoPath) => boolean;
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
  readonly #draft: UnitDraft;
  readonly #context: MakeOptions;

  constructor(draft: UnitDraft, context: MakeOptions) {
    const { identity, own, unknown } = draft;
    const { weak, parts } = splitComponents(own);
    this.weakKey = weakKey(identity.weak, weak);
    this.pathSet = context.pathSet([...identity.partNames, ...parts.map(([name]) => name)]);
    const values = [identity.partsDigest, ...parts.map(([, value]) => value)];
    this.fingerprint = unknown === null ? strongFingerprint(this.weakKey, this.pathSet, values) : null;
    this.#draft = draft;
    this.#context = context;
  }

  get check(): string {
    return this.#draft.check;
  }

  get target(): Target {
    return this.#draft.target;
  }

  get unknown(): Unknown {
    return this.#draft.unknown;
  }

  get weakUnknown(): Unknown {
    return this.#draft.weakUnknown;
  }

  get toolFiles(): Unit["toolFiles"] {
    return this.#draft.identity.toolFiles;
  }

  get manifests(): Unit["manifests"] {
    return this.#draft.manifests ?? null;
  }

  get trail(): Unit["trail"] {
    return this.#draft.trail;
  }

  get candidates(): Unit["candidates"] {
    return NO_CANDIDATES;
  }

  get predicted(): Unit {
    return this;
  }

  /** Built on demand: most units only need the fingerprint. */
  get components(): Components {
    const { identity, own } = this.#draft;
    return withoutSecrets({ ...identity.components, ...own }, this.#context.keyed);
  }

  part(name: string): string | undefined {
    const { part, identity, own } = this.#draft;
    return part?.(name) ?? identity.components[name] ?? own[name];
  }

  withProducts(products: Components): Unit {
    const { check, identity } = this.#draft;
    const components = { ...identity.components, ...products };
    const shared = { ...identity, components, ...shareOf(check, components) };
    return new PredictedUnit({ ...this.#draft, identity: shared }, this.#context);
  }

  /** The verdict is about the target, no matter what writes it. */
  dependsOn(path: RepoPath): boolean {
    const { target, identity, dependsOn } = this.#draft;
    return path === target || (!identity.isOutput(path) && dependsOn(path));
  }

  dependsOnBeside(absolute: string): boolean {
    const { identity, beside } = this.#draft;
    return (
      !isOutputBeside(absolute, identity, this.#context.tree) &&
      (beside === "any" || beside.includes(absolute) || identity.dependsOnBeside(absolute))
    );
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
  return Object.fromEntries(
    Object.entries(components).map(([name, value]) => [
      name,
      name.startsWith("env:") && value !== "absent" ? `set ${keyed(value)}` : value,
    ]),
  );
}
