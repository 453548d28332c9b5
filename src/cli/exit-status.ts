/** The exit statuses of the command. */
export const EXIT = {
  /** Everything passed, or is cached as passed. */
  ok: 0,
  /** A check failed. */
  failed: 1,
  /** Wrong usage or configuration, or nothing to verify. */
  usage: 2,
  /** A bug in this tool. */
  internal: 3,
  interrupted: 130,
} as const;
