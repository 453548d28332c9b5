import type { RepoPath } from "../tree/path.ts";
import type { Check } from "./check.ts";
import type { ListingTool } from "./listing-tool.ts";

/** A check whose tool is asked. */
export interface TargetQuestion {
  readonly check: Check;
  readonly tool: ListingTool;
  /** The same as long as everything that the answer depends on is the same; null if that is unknown. */
  readonly key: string | null;
  /** The files of the tree. */
  readonly files: readonly RepoPath[];
}

/** The settings of a linter for a file. */
export interface RuleSet {
  /** Whether its rules can use types. */
  readonly types: boolean;
  /** Where the types come from: `nearest`, `service`, `unknown`, or paths of a compiler's settings, from where it starts. */
  readonly programs: readonly string[];
  /**
   * Files outside the programs that its parser still accepts, by globs from where it starts, and how many of them in one
   * command at the most.
   */
  readonly room: { readonly globs: readonly string[]; readonly most: number } | null;
  /** Whether something else takes the code out of the file, under names of its own. */
  readonly isProcessed: boolean;
  /** The names that they give themselves, or their files. */
  readonly parsers: readonly string[];
  readonly rules: readonly LintRule[];
}

/** An enabled rule of a plugin. */
export type LintRule = readonly [
  /**
   * The name of its package; after a `?`, the conventional name. After a `.`, the package that made it of something in the
   * settings; a `.` alone if its own code is there.
   */
  plugin: string,
  rule: string,
  /** As the rule declares; null if it could not be asked. */
  asksForTypes: boolean | null,
  /** Whether it treats CommonJS as modules. */
  isWide: boolean,
];

/** The answer. */
export type TargetList =
  | {
      readonly type: "listed";
      readonly tool: ListingTool;
      readonly files: ReadonlySet<RepoPath>;
      /** The rules that are on for a file, and for the parts of other languages in it; absent if unknown. */
      readonly rules: ReadonlyMap<RepoPath, readonly RuleSet[]>;
    }
  /** The files of the preset are used, and why. */
  | {
      readonly type: "failed";
      readonly tool: ListingTool;
      readonly why: string;
      /** It would say the same again: this version cannot list its files. */
      readonly isLasting?: true;
      /** The tool is not there. */
      readonly isMissing?: true;
    }
  /** The run is ending. */
  | { readonly type: "stopped"; readonly tool: ListingTool };

export type ListTargets = (question: TargetQuestion) => Promise<TargetList>;
