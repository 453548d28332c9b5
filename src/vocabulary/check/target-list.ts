import type { RepoPath } from "../tree/path.ts";
import type { Check } from "./check.ts";
import type { ListingTool } from "./listing-tool.ts";

/** A check whose tool is asked. */
export interface TargetQuestion {
  readonly check: Check;
  readonly tool: ListingTool;
  /** The same as long as all is the same that the answer depends on; null where that is not known. */
  readonly key: string | null;
  /** The files of the tree. */
  readonly files: readonly RepoPath[];
}

/** What a linter is set up with for a file. */
export interface RuleSet {
  /** Whether its rules can ask for types. */
  readonly types: boolean;
  /** As they call themselves, or their files. */
  readonly parsers: readonly string[];
  readonly rules: readonly LintRule[];
}

/** A rule of a plugin that is on. */
export type LintRule = readonly [
  /**
   * The name of its package; after a `?`, as it is by the custom. After a `.`, that of a package which made it of something in
   * the settings; a `.` alone where its own code stands there.
   */
  plugin: string,
  rule: string,
  /** As the rule says itself; null where it could not be asked. */
  asksForTypes: boolean | null,
  /** Whether it takes CommonJS for modules. */
  isWide: boolean,
];

/** What became of it. */
export type TargetList =
  | {
      readonly type: "listed";
      readonly tool: ListingTool;
      readonly files: ReadonlySet<RepoPath>;
      /** The rules that are on for a file, and for the parts of other languages in it; absent where they are not known. */
      readonly rules: ReadonlyMap<RepoPath, readonly RuleSet[]>;
    }
  /** The files that the preset names are taken, and why. */
  | { readonly type: "failed"; readonly tool: ListingTool; readonly why: string }
  /** The run is to end. */
  | { readonly type: "stopped"; readonly tool: ListingTool };

export type ListTargets = (question: TargetQuestion) => Promise<TargetList>;
