declare const brand: unique symbol;

/** A path relative to the repository root, with `/`. The root itself is `.`. */
export type RepoPath = string & { readonly [brand]: "RepoPath" };

/** The hash of a file's bytes, in git's blob form. */
export type ContentId = string & { readonly [brand]: "ContentId" };

/** A hash of everything that a unit's verdict depends on. */
export type Fingerprint = string & { readonly [brand]: "Fingerprint" };
