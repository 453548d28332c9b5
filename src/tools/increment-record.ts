/** By the names of the files that a tool checked, relative to the directory of what it wrote. */
export type IncrementRecord = ReadonlyMap<string, IncrementEntry>;

export interface IncrementEntry {
  /** A digest of its content. */
  readonly version: string;
  /** How it takes part, apart from its content. */
  readonly part: string;
  /** The files that its imports resolve to. */
  readonly leadsTo: string;
}

/**
 * Whether a tool that knew the first and then wrote the second could know what else a change affects. It checks again
 * what imports a changed file, as long as the types that the file exports have changed. So it misses files that used a
 * global file which is a module now, and files that see another only through a third whose imports now resolve
 * elsewhere.
 */
export function isFollowed(before: IncrementRecord, after: IncrementRecord): boolean {
  if (before.size !== after.size) return false;
  for (const [name, one] of before) {
    const changed = after.get(name);
    if (changed === undefined || one.part !== changed.part) return false;
    if (one.version === changed.version && one.leadsTo !== changed.leadsTo) return false;
  }
  return true;
}
