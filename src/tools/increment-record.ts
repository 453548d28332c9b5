/** By the names of the files that a tool looked at, seen from the directory of what it wrote. */
export type IncrementRecord = ReadonlyMap<string, IncrementEntry>;

export interface IncrementEntry {
  /** Stands for its content. */
  readonly version: string;
  /** How it takes part, beside its content. */
  readonly part: string;
  /** The files that its names lead to. */
  readonly leadsTo: string;
}

/**
 * Whether a tool that knew the first and then wrote the second could know what else a change concerns. It looks again at what
 * imports a file that has changed, as long as the types that the file shows have. So it overlooks who used a file that was global
 * and is a module now, and who sees a file only through another whose names lead elsewhere now.
 */
export function isFollowed(before: IncrementRecord, after: IncrementRecord): boolean {
  if (before.size !== after.size) return false;
  for (const [name, one] of before) {
    const other = after.get(name);
    if (other === undefined || one.part !== other.part) return false;
    if (one.version === other.version && one.leadsTo !== other.leadsTo) return false;
  }
  return true;
}
