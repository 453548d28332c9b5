/** A checkout of a repository: the name of a linked worktree; empty for the main one, and where there is no git. */
export type Worktree = string;

/** Tells a checkout from all others, also from one that had its name before: the worktree's name and a mark. */
export type Origin = string;
