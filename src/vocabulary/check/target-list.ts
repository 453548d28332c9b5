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

/** What became of it. */
export type TargetList =
  | { readonly type: "listed"; readonly tool: ListingTool; readonly files: ReadonlySet<RepoPath> }
  /** The files that the preset names are taken, and why. */
  | { readonly type: "failed"; readonly tool: ListingTool; readonly why: string }
  /** The run is to end. */
  | { readonly type: "stopped"; readonly tool: ListingTool };

export type ListTargets = (question: TargetQuestion) => Promise<TargetList>;
