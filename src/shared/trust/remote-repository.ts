import { join } from "node:path";
import { findGitDirectory } from "../../system/git/git-index-stamp.ts";
import { runGit } from "../../system/git/git.ts";
import { readFileSync, statIfSeen } from "../../system/observed/observed-files.ts";

/** What the clone knows about the repository that it was cloned from. */
export interface RemoteRepository {
  /** The same in every clone, however it was cloned. */
  readonly id: string;
  /** The branch that others are merged into; null if unknown. */
  readonly base: string | null;
  /** The checked-out branch; null if there is none. */
  readonly branch: string | null;
}

const HEAD = "refs/remotes/origin/HEAD";
const REMOTE = "refs/remotes/origin/";

/**
 * Null if the clone has no remote called origin. What it reads is noted.
 *
 * @param defaultBranch the base branch according to a CI system, if the clone does not know it
 */
export async function findRemoteRepository(
  root: string,
  defaultBranch: string | null,
): Promise<RemoteRepository | null> {
  noteReferences(root, defaultBranch);
  const ask = async (...args: readonly string[]): Promise<string | null> => {
    const answer = await runGit({ root, args });
    return answer.ok ? answer.stdout.toString("utf8").replace(/\r?\n$/, "") : null;
  };
  const [url, head, own] = await Promise.all([
    ask("config", "--get", "remote.origin.url"),
    ask("symbolic-ref", "--quiet", HEAD),
    ask("symbolic-ref", "--quiet", "HEAD"),
  ]);
  if (url === null || url === "") return null;
  return {
    id: identifyRepository(url),
    base: head?.startsWith(REMOTE) === true ? head.slice(REMOTE.length) : defaultBranch,
    branch: own?.startsWith("refs/heads/") === true ? own.slice("refs/heads/".length) : null,
  };
}

/** The same for all addresses of one repository: without the protocol, the user and the ending. */
export function identifyRepository(url: string): string {
  const [, host, path] =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.*)$/is.exec(url) ??
    /^(?:[^@/:]+@)?([^/:]{2,}):(?!\/\/)(.*)$/s.exec(url) ??
    [];
  const tidy = (text: string): string => text.replace(/\/+$/, "").replace(/\.git$/i, "");
  return host === undefined || path === undefined
    ? tidy(url.replace(/^file:\/\//, ""))
    : `${host.toLowerCase()}/${tidy(path.replace(/^\/+/, ""))}`;
}

/**
 * Notes where git keeps references, so that a later run sees whether the answer may have changed: who is trusted, and
 * what may be read.
 */
function noteReferences(root: string, defaultBranch: string | null): void {
  const directory = findGitDirectory(root);
  if (directory === null) return;
  const common = commonOf(directory);
  for (const path of ["config", "packed-refs", "reftable/tables.list", HEAD]) statIfSeen(join(common, path));
  statIfSeen(join(directory, "HEAD"));
  const [, base] = /^ref: (.*?)\s*$/.exec(readQuietly(join(common, HEAD))) ?? [];
  for (const name of [base, defaultBranch === null ? undefined : `${REMOTE}${defaultBranch}`])
    if (name !== undefined) statIfSeen(join(common, name));
}

function commonOf(directory: string): string {
  const named = readQuietly(join(directory, "commondir")).trim();
  return named === "" ? directory : join(directory, named);
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
