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
import type { Programs } from "./sight/program-members.ts";
import type { Tree, Unknown } from "./tree.ts";
import type { Unit } from "./unit.ts";

export interface UnitOptions {
  readonly checks: readonly Check[];
  readonly tree: Tree;
  readonly env: NodeJS.ProcessEnv;
  /** What an import that is completely opaque means: the unit depends on the whole project, or the import is ignored. */
  readonly opaqueImports: "project" | "ignore";
  readonly answer: AnswerFiles;
  /** Hashes a value with the user's key: the same for the same value, and meaningless to anyone without the key. */
  readonly keyed?: (value: string) => string;
  /** Asks the tool of a check which files it checks. */
  readonly listTargets?: ListTargets;
  /** The units that need not be looked up again. */
  readonly knownBefore?: KnownBefore;
  /** Decides how the units of a check are identified: by what their commands were seen to read, or as predicted. */
  readonly choose?: (units: readonly Unit[]) => Promise<readonly Unit[]>;
}

/** What is available when making the units of one check. */
export interface UnitContext extends UnitOptions {
  readonly targetKey: TargetKey;
  readonly pathSet: (parts: readonly string[]) => NamedPathSet;
  readonly configuration: CheckConfiguration;
  readonly following: Following;
  /** Files that test runners use to replace modules, found by name alone. */
  readonly mocks: () => readonly RepoPath[];
}

/** The same for a check on single files. */
export interface FileContext extends UnitContext {
  readonly isTarget: (path: RepoPath) => boolean;
  /** The targets as tests; null if they are not tests. */
  readonly tests: TestTargets | null;
  /** How far its tool looks from a target. */
  readonly sightOf: (path: RepoPath) => Sight;
  /** Who leads to a target, if only that puts it into one of these programs; empty if the programs name it. */
  readonly importersOf: (path: RepoPath, programs: Programs) => string;
  /** Why a target has no verdict of its own: it depends on which others share its command. */
  readonly crowdedBy: (path: RepoPath) => Unknown;
  /** Its units in the last run; null if every target has to be looked up. */
  readonly known: KnownUnits | null;
  /** What the check declares for one target alone. */
  readonly inputsOf: (target: RepoPath) => Promise<FoundInputs>;
  /** What its tool stores for one target alone. */
  readonly snapshotsOf: (target: RepoPath) => Promise<FoundInputs>;
}
