import type { Follow } from "../vocabulary/check.ts";
import type { Location } from "../vocabulary/failure.ts";
import type { Gap } from "./judge-unit.ts";

/** A file that commands of a check read and that its fingerprint does not cover. */
export interface UndeclaredRead {
  readonly path: string;
  readonly why: Gap;
  /** In how many of the units that were traced. */
  readonly units: number;
  /** The first of their targets; `""` is the whole project. */
  readonly targets: readonly string[];
}

/** What would have to be declared so that a fingerprint covers what was read. */
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

/** What was found out about the inputs of one check. */
export interface CheckAudit {
  readonly check: string;
  /** A built-in verifier starts nothing that could be traced. */
  readonly status: "audited" | "nothing-to-trace" | "not-run";
  /** Why it was not audited; null where it was. */
  readonly why: string | null;
  readonly units: { readonly audited: number; readonly total: number };
  readonly undeclared: readonly UndeclaredRead[];
  /** Whether it reads installed packages that neither a lockfile nor an installer's record covers. */
  readonly hasUncoveredPackages: boolean;
  readonly suggestion: Suggestion | null;
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
  readonly written: readonly string[];
  /** What it kept for itself in an earlier run: with it, it may have read less than without. */
  readonly caches: readonly string[];
  readonly outside: readonly string[];
  /** Commands that did not exit with 0: they may have read less than they would. */
  readonly endings: readonly { readonly target: string; readonly ending: string }[];
  /** Why its verdicts are not kept anyway; null where they are. */
  readonly unknown: string | null;
}
