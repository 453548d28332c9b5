import type { Place } from "./path-set.ts";

/** What git knows about the tree: the checked-out commit, and how every file compares with it. */
export const GIT_HEAD: Place = ".git/HEAD";
export const GIT_INDEX: Place = ".git/index";
export const GIT_STATE: ReadonlySet<Place> = new Set([GIT_HEAD, GIT_INDEX]);
