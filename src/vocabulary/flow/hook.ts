/** The git hooks that can be installed. */
export const HOOK_NAMES = ["pre-push", "pre-commit"] as const;
export type HookName = (typeof HOOK_NAMES)[number];

/** Who decides what a hook of this repository does. */
export type HookManager = "git" | "husky" | "lefthook" | "pre-commit" | "simple-git-hooks";

export interface HookOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly hook: HookName;
  /** Options for verification. */
  readonly options?: readonly string[];
  /** Write nothing. */
  readonly dryRun?: boolean;
}

/** What happened to a hook, or its state. */
export interface HookOutcome {
  readonly schemaVersion: 1;
  readonly hook: HookName;
  readonly manager: HookManager;
  /** Relative to the repository root if it is inside, else absolute. */
  readonly file: string;
  /**
   * `by-hand`: someone else's file would have to be changed in a way that may not be safe; `other`: a hook of ours that
   * another version wrote.
   */
  readonly state:
    | "installed"
    | "updated"
    | "unchanged"
    | "removed"
    | "absent"
    | "present"
    | "other"
    | "by-hand";
  /** Why it must be done by hand. */
  readonly why: string | null;
  /** What was or would be written, or must be added by hand. */
  readonly lines: readonly string[];
  /** What else to know or do: one sentence each. */
  readonly notes: readonly string[];
}
