import { readFileSync, statSync } from "../../system/observed/observed-files.ts";
import { isCi } from "../../system/process/is-ci.ts";

/** What a CI system says about its job. */
export interface CiContext {
  readonly defaultBranch: string | null;
  /** The branch that is verified; null if unknown. */
  readonly branch: string | null;
  /** Whether the job may write: it is known to verify a branch of the repository itself. */
  readonly isOwn: boolean | "unknown";
}

/** Null outside CI. A branch counts as the repository's own only if that is known. */
export function readCi(env: NodeJS.ProcessEnv): CiContext | null {
  if (env["GITHUB_ACTIONS"] === "true") return readGithub(env);
  if (env["GITLAB_CI"] === "true") return readGitlab(env);
  return isCi(env) ? { defaultBranch: null, branch: null, isOwn: "unknown" } : null;
}

/** Events that check out the named branch; for others, such as pull_request_target, it is unknown. */
const OF_BRANCH: ReadonlySet<string> = new Set(["push", "workflow_dispatch", "schedule", "merge_group"]);

function readGithub(env: NodeJS.ProcessEnv): CiContext {
  const payload = readPayload(env["GITHUB_EVENT_PATH"] ?? "");
  const event = env["GITHUB_EVENT_NAME"] ?? "";
  const defaultBranch = textAt(payload, "repository", "default_branch");
  if (event === "pull_request") {
    const repository = textAt(payload, "repository", "full_name");
    const isOwn =
      repository !== null && textAt(payload, "pull_request", "head", "repo", "full_name") === repository;
    return { defaultBranch, branch: given(env["GITHUB_HEAD_REF"]), isOwn };
  }
  const isOfBranch = OF_BRANCH.has(event) && env["GITHUB_REF_TYPE"] === "branch";
  return { defaultBranch, branch: isOfBranch ? given(env["GITHUB_REF_NAME"]) : null, isOwn: isOfBranch };
}

function readGitlab(env: NodeJS.ProcessEnv): CiContext {
  const defaultBranch = given(env["CI_DEFAULT_BRANCH"]);
  if (given(env["CI_MERGE_REQUEST_IID"]) === null) {
    const branch = given(env["CI_COMMIT_BRANCH"]);
    return { defaultBranch, branch, isOwn: branch !== null };
  }
  const project = given(env["CI_MERGE_REQUEST_PROJECT_PATH"]);
  return {
    defaultBranch,
    branch: given(env["CI_MERGE_REQUEST_SOURCE_BRANCH_NAME"]),
    isOwn: project !== null && env["CI_MERGE_REQUEST_SOURCE_PROJECT_PATH"] === project,
  };
}

const MOST_BYTES = 16 * 1024 * 1024;

function readPayload(path: string): unknown {
  try {
    return statSync(path).size > MOST_BYTES ? null : JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

function textAt(value: unknown, ...names: readonly string[]): string | null {
  let at = value;
  for (const name of names)
    at = typeof at === "object" && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  return typeof at === "string" && at !== "" ? at : null;
}

function given(value: string | undefined): string | null {
  return value === undefined || value === "" ? null : value;
}
