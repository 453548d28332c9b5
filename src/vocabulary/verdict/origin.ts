/** A checkout of a repository: the name of a linked worktree; empty for the main one, and without git. */
export type Worktree = string;

/** Tells a checkout from all others, including an earlier one with the same name: the worktree's name and a mark. */
export type Origin = string;
