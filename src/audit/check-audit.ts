import type { Follow } from "../vocabulary/check/check.ts";
import type { Location } from "../vocabulary/failure.ts";
import type { Gap } from "./judge-unit.ts";

/** A file that commands of a check were seen to read and that is not predicted. */
export interface UndeclaredRead {
  readonly path: string;
  readonly why: Gap;
  /** In how many of the audited units. */
  readonly units: number;
  /** The first of their targets; `""` is the whole project. */
  readonly targets: readonly string[];
  /** Whether each of these read it itself. False if another file of the same command may have. */
  readonly isExact: boolean;
}

/** What to declare so that these reads are predicted. */
export interface Suggestion {
  /** Globs that are missing in `inputs`. */
  readonly inputs: readonly string[];
  readonly follow: Follow | null;
  /** The lines to write, as YAML. */
  readonly lines: readonly string[];
  /** Where they belong; null if nothing can be written there. */
  readonly at: Location | null;
  /** What to do if no line is the answer, or if this tool cannot write it; otherwise null. */
  readonly advice: string | null;
  /** Whether it has been written. */
  readonly written: boolean;
}

/** A file that loads something that is known only at run time, and what it loaded. */
export interface SuggestedEdge {
  readonly from: string;
  /** Where it does. */
  readonly line: number;
  /** Globs; none if nothing was loaded that is not known anyway. */
  readonly to: readonly string[];
}

/** What one check was seen to read, compared with what is predicted. */
export interface CheckAudit {
  readonly check: string;
  /** A built-in verifier starts nothing that could be watched. */
  readonly status: "audited" | "nothing-to-trace" | "not-run";
  /** Why it was not audited; null if it was. */
  readonly why: string | null;
  /** The audited units: earlier runs have watched the `stored` ones; the `traced` ones ran now. */
  readonly units: {
    readonly audited: number;
    readonly total: number;
    readonly stored: number;
    readonly traced: number;
  };
  /** Why units that no run has watched were not traced; null if they were, up to the limit. */
  readonly untraced: string | null;
  readonly undeclared: readonly UndeclaredRead[];
  /** Targets that other targets may have read: they shared commands, which read them anyway. */
  readonly uncertain: readonly string[];
  /**
   * Why a run on this machine would not notice a change to an undeclared file; null if it would, because it uses what
   * commands are seen to read.
   */
  readonly notCoveredHere: string | null;
  /** Whether it reads installed packages that neither a lockfile nor an installer's record covers. */
  readonly hasUncoveredPackages: boolean;
  readonly suggestion: Suggestion | null;
  /** What `edges` could declare instead of imports that only running the code can resolve. */
  readonly edges: readonly SuggestedEdge[];
  /** Files that are predicted but that no unit read: without a tracer, a change to them re-runs it. */
  readonly unread: readonly string[];
  /** Declared inputs of which no file was read. */
  readonly unreadInputs: readonly string[];
  /** Files that were read but are only covered by the structure of what the targets depend on, as the check says. */
  readonly byStructure: readonly string[];
  /** Git's own files that were read: their content can depend on history. */
  readonly git: readonly string[];
  /** Directories that were listed, in which a new file would not be noticed. */
  readonly listed: readonly string[];
  /** Files that were looked for and are missing; it would not be noticed if they appeared. */
  readonly missing: readonly string[];
  /** Files that the units traced now wrote. */
  readonly written: readonly string[];
  /** Its own cache from an earlier run: without it, it might have read more. */
  readonly caches: readonly string[];
  readonly outside: readonly string[];
  /** Commands that did not exit with 0: they may have read less than otherwise. */
  readonly endings: readonly { readonly target: string; readonly ending: string }[];
  /** Why verdicts are not reused without a tracer; null if they are. */
  readonly unknown: string | null;
}
