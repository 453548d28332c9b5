declare const brand: unique symbol;

/** A hash of what is known about a unit before any file besides its target is read. */
export type WeakKey = string & { readonly [brand]: "WeakKey" };

export type PathSetId = string & { readonly [brand]: "PathSetId" };

/**
 * How it is known what a verdict depends on: its command was watched, or the graph and the table of tools predict it.
 */
export type RecordKind = "observed" | "predicted";

/**
 * What a command did with a path: it read the `content`; it read a `module`, which counts with how its imports resolve;
 * it read a package.json, of which only the `fields` count that its tool uses; it asked whether something exists
 * (`presence`); or it listed the `names` in it.
 */
export const ACCESSES = ["content", "module", "fields", "presence", "names"] as const;
export type Access = (typeof ACCESSES)[number];

/**
 * Where something is: relative to the repository's root; after `~/` in the home directory; or absolute. Names that are
 * not valid text are written as `decodePath` writes them.
 */
export type Place = string;

/** An access to several names in one directory. The root of the repository is the directory "" and the name ".". */
export type AccessGroup = readonly [access: Access, directory: Place, names: readonly string[]];

/**
 * What a verdict depends on besides its weak key: names, never contents. Many verdicts share one. With the current
 * contents of the tree, it gives the fingerprint under which a verdict is stored.
 */
export interface PathSet {
  readonly kind: RecordKind;
  /** What the graph is asked about the unit, by the names of components: `configuration`, `content`, ... */
  readonly parts: readonly string[];
  /** What the command was seen to do; empty if it was not watched. By directory, because there can be many. */
  readonly accesses: readonly AccessGroup[];
}

/** The component for everything that a command was seen to read. */
export const OBSERVED = "observed";
/** The component for the fields of package.json files, if not all of them count. */
export const FIELDS = "package-fields";
/** The component that says why the unit was not observed; it is not part of the fingerprint. */
export const UNOBSERVED = "unobserved";
/** The component that says which worker ran it; it is not part of the fingerprint. */
export const RAN_ON = "ran-on";
/** For a command that should not or could not be watched, which needs no explanation. */
export const NOT_WATCHED = "it was not watched";
/** Parts of observed path sets: everything that a target imports when it runs, */
export const IMPORTS = "imports";
/** or everything that it refers to, for tools that check types, */
export const TYPES = "types";
/** the names of the configuration files above it, of mocks, and of files with variables, */
export const CONFIGURATION_NAMES = "configuration-names";
/** declarations that apply everywhere, */
export const AMBIENT = "ambient-declarations";
/** the files that lead to a target, if only these put it into a compiler's program, */
export const IMPORTERS = "importers";
/** and two that predicted ones have too: files that a check declares, */
export const INPUTS = "inputs";
/** and those that it declares for one target. */
export const TARGET_INPUTS = "target-inputs";
/** Only in predicted ones: what test runners read by themselves for any test, */
export const BESIDE_TESTS = "beside-tests";
/** and for one. */
export const SNAPSHOTS = "snapshots";

/** A path set with its id. */
export interface NamedPathSet {
  readonly id: PathSetId;
  readonly set: PathSet;
}
