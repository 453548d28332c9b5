/** Where in a file something is wrong. Lines and columns count from 1. */
export interface Location {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/**
 * Everything that can be wrong with the user's input, and other reasons for having no result. These are values, not
 * exceptions: an exception means a bug. Each kind ends the command with exit status 2, `interrupted` with 130.
 */
export type FailureKind =
  | "usage"
  | "config-unreadable"
  | "config-too-large"
  | "config-syntax"
  | "config-invalid"
  | "skill-invalid"
  | "path-missing"
  | "file-exists"
  | "nothing-to-verify"
  | "cannot-trace"
  | "interrupted";

export interface Failure {
  readonly kind: FailureKind;
  /** One sentence: what is wrong. */
  readonly message: string;
  readonly at?: Location;
  /** What the user wrote. */
  readonly value?: string;
  readonly expected?: string;
  /** How to fix it. */
  readonly hint?: string;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failures: readonly Failure[] };
