import type { Follow } from "../vocabulary/check/check.ts";
import type { Location } from "../vocabulary/failure.ts";
import type { Gap } from "./judge-unit.ts";

/** A file that commands of a check were seen to read and that is not predicted. */
export interface UndeclaredRead {
  readonly path: string;
  readonly why: Gap;
  /** In how many of the units that were looked at. */
  readonly units: number;
  /** The first of their targets; `""` is the whole project. */
  readonly targets: readonly string[];
  /** Whether each of these read it itself. False where it may be another file of the same command that did. */
  readonly isExact: boolean;
}

/** What would have to be declared so that what was read is predicted. */
export interface Suggestion {
  /** Globs that are missing in `inputs`. */
  readonly inputs: readonly string[];
  readonly follow: Follow | null;
  /** The lines to write, as YAML. */
  readonly lines: readonly string[];
  /** Where they belong; null where nothing can be written there. */
  readonly at: Location | null;
  /** What to do where no line is the answer, or where it cannot be written by this tool; null elsewhere. */
  readonly advice: string | null;
  /** Whether it has been written. */
  readonly written: boolean;
}

/** A file that loads what only running it can tell, and what was loaded. */
export interface SuggestedEdge {
  readonly from: string;
  /** Where it does. */
  readonly line: number;
  /** Globs; none where nothing was loaded that is not known anyway. */
  readonly to: readonly string[];
}

/** What one check was seen to read, held against what is predicted. */
export interface CheckAudit {
  readonly check: string;
  /** A built-in verifier starts nothing that could be watched. */
  readonly status: "audited" | "nothing-to-trace" | "not-run";
  /** Why it was not audited; null where it was. */
  readonly why: string | null;
  /** Those that were looked at: of `stored` ones an earlier run has seen what they read, `traced` ones were run now. */
  readonly units: {
    readonly audited: number;
    readonly total: number;
    readonly stored: number;
    readonly traced: number;
  };
  /** Why units were not traced that no run has seen; null where they were, up to the limit. */
  readonly untraced: string | null;
  readonly undeclared: readonly UndeclaredRead[];
  /**
   * Files that it is applied to and that others of them may have read: they shared commands, which read them anyway.
   */
  readonly uncertain: readonly string[];
  /**
   * Null where a run on this machine notices a change of what is undeclared all the same, because it goes by what commands
   * are seen to read; else why not.
   */
  readonly notCoveredHere: string | null;
  /** Whether it reads installed packages that neither a lockfile nor an installer's record covers. */
  readonly hasUncoveredPackages: boolean;
  readonly suggestion: Suggestion | null;
  /** What `edges` could say in place of imports that only running the code can resolve. */
  readonly edges: readonly SuggestedEdge[];
  /** Files that are predicted and that no unit read: where nothing is watched, a change of them re-runs it. */
  readonly unread: readonly string[];
  /** Declared inputs of which no file was read. */
  readonly unreadInputs: readonly string[];
  /** Read, and covered by no more than the structure of what the targets depend on, as the check says. */
  readonly byStructure: readonly string[];
  /** Files of git itself that were read: what they say can depend on history. */
  readonly git: readonly string[];
  /** Directories that were listed, in which a new file would not be noticed. */
  readonly listed: readonly string[];
  /** Files that were looked for and not there, which would not be noticed if they came. */
  readonly missing: readonly string[];
  /** By the units that were traced now. */
  readonly written: readonly string[];
  /** What it kept for itself in an earlier run: with it, it may have read less than without. */
  readonly caches: readonly string[];
  readonly outside: readonly string[];
  /** Commands that did not exit with 0: they may have read less than they would. */
  readonly endings: readonly { readonly target: string; readonly ending: string }[];
  /** Why verdicts are not reused where nothing is watched; null where they are. */
  readonly unknown: string | null;
}
