/** What happened between a commit and HEAD. */
export interface Since {
  /** How many commits HEAD has that it has not; null if git cannot tell. */
  readonly commitsBehind: number | null;
  /** Files that differ, deleted ones included; null if git cannot tell. */
  readonly changed: ReadonlySet<string> | null;
  /** How many of the commits touch one of these files, merges aside. */
  readonly countTouching: (paths: readonly string[]) => Promise<number | null>;
}
