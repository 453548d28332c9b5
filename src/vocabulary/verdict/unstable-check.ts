/** Why no verdict of a check is kept: it writes a file that counts for it. */
export interface UnstableCheck {
  readonly check: string;
  readonly file: string;
  /** What is told: what happened, and the line that helps. */
  readonly said: string;
}
