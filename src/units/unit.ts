import type { StandingVerdict } from "../store/records/records.ts";
import type { NamedPathSet, WeakKey } from "../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import type { ManifestReading } from "./configuration/check-configuration.ts";
import type { Components } from "./inputs/record-key.ts";
import type { Unknown } from "./tree.ts";

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
  part(name: string): string | undefined;
  /** What its tool goes by in package.json files; null where it has none. */
  readonly manifests: ManifestReading | null;
  /** The same unit as the graph and the table of tools predict it. */
  readonly predicted: Unit;
  /** The same unit where what it uses of other checks is worth this: components by their names. */
  withProducts(products: Components): Unit;
  /** Files beside the tree that the tool's part of the fingerprint covers by content. */
  readonly toolFiles: readonly RepoPath[];
  /** Whether the verdict depends on this file of the tree. */
  dependsOn(path: RepoPath): boolean;
  /** Whether it depends on this file beside the tree, by its absolute path. */
  dependsOnBeside(absolute: string): boolean;
  /** All path sets that verdicts with its weak key are stored under. */
  readonly candidates: readonly NamedPathSet[];
  /** Null where a later run has to look at all that it depends on again. */
  readonly trail: Trail | null;
}

/** What a later run must know of a unit to tell from the files that changed whether it is the same. */
export interface Trail {
  /** Stands for the settings that count for its target. */
  readonly settings: string;
  /** The files that these are in, or load. */
  readonly settingsFiles: readonly RepoPath[];
  /** Whether any file of the tree may matter to them. */
  readonly isOpen: boolean;
  /** Whether any file of the tree may matter to it. */
  readonly isWide: boolean;
  /** The files whose content it was answered from, beside those that the graph leads to. */
  readonly by: readonly RepoPath[];
}

/** A unit whose verdict stands: nothing that it depends on has changed since the last run, so nothing was looked at again. */
export interface KeptUnit {
  readonly check: string;
  readonly target: RepoPath;
  readonly fingerprint: Fingerprint;
  readonly pathSet: NamedPathSet;
  /** The verdict that stands. */
  readonly kept: StandingVerdict;
}

export type FoundUnit = Unit | KeptUnit;

export function isBuilt(unit: FoundUnit): unit is Unit {
  return !("kept" in unit);
}
