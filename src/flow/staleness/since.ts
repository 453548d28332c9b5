/** What happened between a commit and HEAD. */
export interface Since {
  /** How many commits HEAD has that the commit does not; null if git cannot tell. */
  readonly commitsBehind: number | null;
  /** Files that differ, including deleted ones; null if git cannot tell. */
  readonly changed: ReadonlySet<string> | null;
  /** How many of the commits change one of these files, without merges. */
  readonly countTouching: (paths: readonly string[]) => Promise<number | null>;
}
