import type { Check } from "../vocabulary/check/check.ts";
import type { ListTargets } from "../vocabulary/check/target-list.ts";
import type { NamedPathSet } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { AnswerFiles } from "./builtin-units.ts";
import type { CheckConfiguration } from "./configuration/check-configuration.ts";
import type { Following, Sight } from "./following.ts";
import type { TestTargets } from "./inputs/hidden-inputs.ts";
import type { FoundInputs } from "./inputs/target-inputs.ts";
import type { TargetKey } from "./inputs/target-key.ts";
import type { KnownBefore, KnownUnits } from "./known-before.ts";
import type { Tree } from "./tree.ts";
import type { Unit } from "./unit.ts";

export interface UnitOptions {
  readonly checks: readonly Check[];
  readonly tree: Tree;
  readonly env: NodeJS.ProcessEnv;
  /** What a wholly opaque import means: the unit depends on the whole project, or it is let be. */
  readonly opaqueImports: "project" | "ignore";
  readonly answer: AnswerFiles;
  /** What a value is for who has the user's key: the same for the same, and nothing to anybody else. */
  readonly keyed?: (value: string) => string;
  /** Asks the tool of a check which files it takes. */
  readonly listTargets?: ListTargets;
  /** The units that need not be looked at again. */
  readonly knownBefore?: KnownBefore;
  /** Finds out how the units of a check are known: by what their commands were seen to read, or as they are. */
  readonly choose?: (units: readonly Unit[]) => Promise<readonly Unit[]>;
}

/** What is at hand where the units of one check are made. */
export interface UnitContext extends UnitOptions {
  readonly targetKey: TargetKey;
  readonly pathSet: (parts: readonly string[]) => NamedPathSet;
  readonly configuration: CheckConfiguration;
  readonly following: Following;
  /** What test runners put in the place of modules by its name alone. */
  readonly mocks: () => readonly RepoPath[];
}

/** The same for a check that is about single files. */
export interface FileContext extends UnitContext {
  readonly isTarget: (path: RepoPath) => boolean;
  /** The targets as tests; null where they are none. */
  readonly tests: TestTargets | null;
  /** How far its tool looks from a target. */
  readonly sightOf: (path: RepoPath) => Sight;
  /** Its units in the last run; null where every target has to be looked at. */
  readonly known: KnownUnits | null;
  /** What counts for one target alone: what the check declares, */
  readonly inputsOf: (target: RepoPath) => Promise<FoundInputs>;
  /** and what its tool keeps for it. */
  readonly snapshotsOf: (target: RepoPath) => Promise<FoundInputs>;
}
