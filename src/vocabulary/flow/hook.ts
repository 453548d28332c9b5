/** The hooks of git that can be installed. */
export const HOOK_NAMES = ["pre-push", "pre-commit"] as const;
export type HookName = (typeof HOOK_NAMES)[number];

/** Who decides what a hook of this repository does. */
export type HookManager = "git" | "husky" | "lefthook" | "pre-commit" | "simple-git-hooks";

export interface HookOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly hook: HookName;
  /** Options that verification is started with. */
  readonly options?: readonly string[];
  /** Write nothing. */
  readonly dryRun?: boolean;
}

/** What became of a hook, or what it is. */
export interface HookOutcome {
  readonly schemaVersion: 1;
  readonly hook: HookName;
  readonly manager: HookManager;
  /** From the repository root where it is inside, else absolute. */
  readonly file: string;
  /**
   * `by-hand` is where someone else's file would have to be changed in a way that cannot be known to be safe;
   * `other` is a hook of ours that another version wrote.
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
  /** Why it has to be done by hand. */
  readonly why: string | null;
  /** What was or would be written, or is to be added by hand. */
  readonly lines: readonly string[];
  /** What to know or do beside it: one sentence each. */
  readonly notes: readonly string[];
}
