/** Where a checkout keeps what is its own, unless the configuration says otherwise. */
export const DEFAULT_STORAGE = ".verification-cache";

/** Where people share the state that was last verified, unless the configuration says otherwise. */
export const BASELINE_FILE = ".verification-baseline.json";

/**
 * What this tool itself writes into a repository's root. It is never part of the tree that it verifies. The
 * baseline's name also begins that of the file that is about to replace it.
 */
const OWN = /^\.verification(?:-cache|-baseline\.json.*)?$/s;

/** Of a path from the root. */
export function isOwnFile(path: string): boolean {
  const slash = path.indexOf("/");
  return OWN.test(slash === -1 ? path : path.slice(0, slash));
}

const SESSION_FILE = /^agent-[0-9a-f]{32}\.state(?:\.[0-9a-f]{12}\.tmp)?$/;

/** Of a name in a directory of the store: whether it says how often an agent was held up. */
export function isSessionFile(name: string): boolean {
  return SESSION_FILE.test(name);
}

/** What the store keeps in a directory, and what its writers leave there for a moment or when they are killed. */
const STORE_FILE =
  /^(?:store-\d+\.(?:[0-9a-f]{8}\.)?\d+\.db(?:-wal|-shm|-journal)?|(?:last-run\.sealed|units\.sealed|graph\.bin|staleness\.sealed|findings\.sealed|baseline\.state|runs\.jsonl|run-[0-9]{8}-[0-9]{6}-[0-9a-f]{6}\.jsonl|mark|increment-[0-9a-f]{16})(?:\..+)?|(?:\.gitignore|CACHEDIR\.TAG)(?:\.[0-9a-f]{12}\.tmp)?)$/s;

/** Of a name in a directory of the store: whether the store may have made it. */
export function isStoreFile(name: string): boolean {
  return STORE_FILE.test(name) || isSessionFile(name);
}
