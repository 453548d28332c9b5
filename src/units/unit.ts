import type { CachedVerdict } from "../store/records/records.ts";
import type { NamedPathSet, WeakKey } from "../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import type { ManifestReading } from "./configuration/check-configuration.ts";
import type { Components } from "./inputs/record-key.ts";
import type { Unknown } from "./tree.ts";

/** One check applied to one target, with everything its verdict depends on. */
export interface Unit {
  readonly check: string;
  readonly target: Target;
  /** Null if something that the verdict depends on is unknown: then the verdict is neither reused nor stored. */
  readonly fingerprint: Fingerprint | null;
  /** What is known about it before its path set is read. */
  readonly weakKey: WeakKey;
  readonly pathSet: NamedPathSet;
  readonly unknown: Unknown;
  /** What is unknown about the content of its weak key, and about what it uses of other checks. */
  readonly weakUnknown: Unknown;
  /** What the fingerprint is made of, by name. */
  readonly components: Readonly<Record<string, string>>;
  /** The value of a part of a path set for this unit; undefined if the unit does not have that part. */
  part(name: string): string | undefined;
  /** What its tool uses of package.json files; null if it uses none. */
  readonly manifests: ManifestReading | null;
  /** The same unit as the graph and the table of tools predict it. */
  readonly predicted: Unit;
  /** The same unit with these components for what it uses of other checks, by name. */
  withProducts(products: Components): Unit;
  /** Files outside the tree that the tool's part of the fingerprint covers by content. */
  readonly toolFiles: readonly RepoPath[];
  /** Whether the verdict depends on this file of the tree. */
  dependsOn(path: RepoPath): boolean;
  /** Whether the verdict depends on this file outside the tree, by absolute path. */
  dependsOnBeside(absolute: string): boolean;
  /** All path sets that verdicts with its weak key are stored under. */
  readonly candidates: readonly NamedPathSet[];
  /** Null if a later run has to look up everything it depends on again. */
  readonly trail: Trail | null;
}

/** What a later run needs to tell from the changed files whether a unit is the same. */
export interface Trail {
  /** Identifies the settings that apply to its target. */
  readonly settings: string;
  /** The files that contain these settings, or that the settings load. */
  readonly settingsFiles: readonly RepoPath[];
  /** Whether any file of the tree may matter to the settings. */
  readonly isOpen: boolean;
  /** Whether any file of the tree may matter to the unit. */
  readonly isWide: boolean;
  /** The files that its answers came from, in addition to those that the graph reaches. */
  readonly by: readonly RepoPath[];
}

/**
 * A unit whose cached verdict is valid: nothing it depends on has changed since the last run, so nothing was looked up
 * again.
 */
export interface KeptUnit {
  readonly check: string;
  readonly target: RepoPath;
  readonly fingerprint: Fingerprint;
  readonly pathSet: NamedPathSet;
  /** The cached verdict. */
  readonly kept: CachedVerdict;
}

export type FoundUnit = Unit | KeptUnit;

export function isBuilt(unit: FoundUnit): unit is Unit {
  return !("kept" in unit);
}
