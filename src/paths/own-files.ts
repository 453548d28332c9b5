/** The default directory for a checkout's own files. */
export const DEFAULT_STORAGE = ".verification-cache";

/** The default file for sharing the last verified state. */
export const BASELINE_FILE = ".verification-baseline.json";

/**
 * What this tool itself writes into a repository's root. It is never part of the verified tree. The temporary file that
 * replaces the baseline starts with its name.
 */
const OWN = /^\.verification(?:-cache|-baseline\.json.*)?$/s;

/** For a path from the root. */
export function isOwnFile(path: string): boolean {
  const slash = path.indexOf("/");
  return OWN.test(slash === -1 ? path : path.slice(0, slash));
}

const SESSION_FILE = /^agent-[0-9a-f]{32}\.state(?:\.[0-9a-f]{12}\.tmp)?$/;

/** For a name in a directory of the store: whether it counts how often an agent was blocked. */
export function isSessionFile(name: string): boolean {
  return SESSION_FILE.test(name);
}

/** What the store keeps in a directory, and the temporary files of its writers, also of killed ones. */
const STORE_FILE =
  /^(?:store-\d+\.(?:[0-9a-f]{8}\.)?\d+\.db(?:-wal|-shm|-journal)?|(?:last-run\.sealed|units\.sealed|graph\.bin|staleness\.sealed|findings\.sealed|baseline\.state|runs\.jsonl|run-[0-9]{8}-[0-9]{6}-[0-9a-f]{6}\.jsonl|mark|increment-[0-9a-f]{16})(?:\..+)?|(?:\.gitignore|CACHEDIR\.TAG)(?:\.[0-9a-f]{12}\.tmp)?)$/s;

/** For a name in a directory of the store: whether the store may have made it. */
export function isStoreFile(name: string): boolean {
  return STORE_FILE.test(name) || isSessionFile(name);
}
