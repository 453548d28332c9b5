import { hash } from "node:crypto";

declare const brand: unique symbol;

/** A hash of what is known of a unit before any file beside its target is looked at. */
export type WeakKey = string & { readonly [brand]: "WeakKey" };

export type PathSetId = string & { readonly [brand]: "PathSetId" };

/** How it is known what a verdict depends on: its command was watched, or the graph and the table of tools say it. */
export type RecordKind = "observed" | "predicted";

/** What a command did with a path: it read the content, found nothing there, or listed the names in it. */
export type Access = "content" | "absence" | "names";

/**
 * What a verdict depends on beside its weak key: names, never contents. Many verdicts have the same one. With the
 * contents that the tree has now, it gives the fingerprint under which a verdict is stored.
 */
export interface PathSet {
  readonly kind: RecordKind;
  /** What the graph is asked about the unit, by the names of components: `configuration`, `content`, ... */
  readonly parts: readonly string[];
  /** What the command was seen to do; nothing where it was not watched. */
  readonly accesses: readonly (readonly [access: Access, path: string])[];
}

export function identifyPathSet({ kind, parts, accesses }: PathSet): PathSetId {
  return hash("sha256", JSON.stringify([kind, parts, accesses]), "hex").slice(0, 32) as PathSetId;
}
