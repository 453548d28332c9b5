/** Why a check is never cached: it writes a file that is also its input. */
export interface UnstableCheck {
  readonly check: string;
  readonly file: string;
  /** The message: what happened, and the line that fixes it. */
  readonly said: string;
}
