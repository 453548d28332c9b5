/** What the exit status of the command means. */
export const EXIT = {
  /** Everything stands or passed. */
  ok: 0,
  /** A check failed. */
  failed: 1,
  /** Wrong usage or configuration, or nothing to verify. */
  usage: 2,
  /** A bug in this tool. */
  internal: 3,
  interrupted: 130,
} as const;
