declare const brand: unique symbol;

/** A hash of what is known of a unit before any file beside its target is looked at. */
export type WeakKey = string & { readonly [brand]: "WeakKey" };

export type PathSetId = string & { readonly [brand]: "PathSetId" };

/** How it is known what a verdict depends on: its command was watched, or the graph and the table of tools say it. */
export type RecordKind = "observed" | "predicted";

/**
 * What a command did with a path: it read the `content`; it read a `module`, which counts with where its imports lead; it
 * read a package.json of which only the `fields` count that its tool goes by; it asked whether something is there
 * (`presence`); or it listed the `names` in it.
 */
export const ACCESSES = ["content", "module", "fields", "presence", "names"] as const;
export type Access = (typeof ACCESSES)[number];

/**
 * Where something is: relative to the repository's root; after `~/` in the home directory; or absolute. Names that are no
 * text are written as `decodePath` writes them.
 */
export type Place = string;

/** What was done with several names in one directory. The root of the repository is the directory "" and the name ".". */
export type AccessGroup = readonly [access: Access, directory: Place, names: readonly string[]];

/**
 * What a verdict depends on beside its weak key: names, never contents. Many verdicts have the same one. With the
 * contents that the tree has now, it gives the fingerprint under which a verdict is stored.
 */
export interface PathSet {
  readonly kind: RecordKind;
  /** What the graph is asked about the unit, by the names of components: `configuration`, `content`, ... */
  readonly parts: readonly string[];
  /** What the command was seen to do; nothing where it was not watched. By directory, because there can be many. */
  readonly accesses: readonly AccessGroup[];
}

/** The component that stands for everything that a command was seen to look at. */
export const OBSERVED = "observed";
/** The component that stands for the fields of package.json files, where not all of them count. */
export const FIELDS = "package-fields";
/** The component that says why nothing was seen; no fingerprint is made of it. */
export const UNOBSERVED = "unobserved";
/** The component that says which worker ran it; no fingerprint is made of it. */
export const RAN_ON = "ran-on";
/** Of a command that was not to be watched, or could not be: nothing that would have to be explained. */
export const NOT_WATCHED = "it was not watched";
/** Parts of observed path sets: all that a target imports when it runs, */
export const IMPORTS = "imports";
/** or all that it refers to, for tools that look at types, */
export const TYPES = "types";
/** the names of the configuration files above it, of mocks, and of files with variables, */
export const CONFIGURATION_NAMES = "configuration-names";
/** declarations that hold everywhere, */
export const AMBIENT = "ambient-declarations";
/** and two that predicted ones have too: files that a check declares, */
export const INPUTS = "inputs";
/** and those that it declares for one target. */
export const TARGET_INPUTS = "target-inputs";
/** Of predicted ones alone: what test runners read by themselves for any test, */
export const BESIDE_TESTS = "beside-tests";
/** and for one. */
export const SNAPSHOTS = "snapshots";

/** A path set with its name. */
export interface NamedPathSet {
  readonly id: PathSetId;
  readonly set: PathSet;
}
