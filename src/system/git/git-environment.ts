import { delimiter } from "node:path";
import { childEnvironment } from "../process/child-environment.ts";

/** The user's general settings of git. Every other GIT_* variable is about one command. */
const KEPT =
  /^GIT_(CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|PARAMETERS|KEY_\d+|VALUE_\d+)|EXEC_PATH|ATTR_NOSYSTEM|DISCOVERY_ACROSS_FILESYSTEM|TEST_ASSUME_DIFFERENT_OWNER)$/;

/** And how it reaches a remote. */
const KEPT_ONLINE = new RegExp(
  `${KEPT.source}|^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|PROXY_COMMAND|HTTP_USER_AGENT|SSL_.*|ALLOW_PROTOCOL)$`,
);

/**
 * The environment that git starts with. A git hook runs with GIT_DIR, GIT_INDEX_FILE and others set for the command
 * that started it; they would make git answer about another tree, so they are dropped. Git cannot ask, page, lock the
 * index, or fetch from a promisor remote, and no filter sees a key. No repository is searched for at `ceiling` and
 * above.
 */
export function gitEnvironment(
  inherited: NodeJS.ProcessEnv,
  ceiling: string | null,
  isOnline = false,
): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {};
  const kept = isOnline ? KEPT_ONLINE : KEPT;
  for (const [name, value] of Object.entries(childEnvironment(inherited))) {
    if (!name.startsWith("GIT_") || kept.test(name)) environment[name] = value;
  }
  const ceilings = [ceiling ?? "", inherited["GIT_CEILING_DIRECTORIES"] ?? ""].filter((path) => path !== "");
  return {
    ...environment,
    ...(ceilings.length > 0 && { GIT_CEILING_DIRECTORIES: ceilings.join(delimiter) }),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    ...(!isOnline && OFFLINE),
  };
}

const OFFLINE = {
  /** Older versions do not know GIT_NO_LAZY_FETCH: no protocol has this name, so none is allowed. */
  GIT_ALLOW_PROTOCOL: "none",
} as const;

/** Variables that name a repository, its index or its objects: git sets these for what it starts, such as hooks. */
const LOCATING =
  /^GIT_(DIR|WORK_TREE|IMPLICIT_WORK_TREE|COMMON_DIR|INDEX_FILE|PREFIX|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|GRAFT_FILE|SHALLOW_FILE|NAMESPACE|QUARANTINE_PATH|INTERNAL_SUPER_PREFIX)$/;

/**
 * The environment that checks start with. Otherwise, in a hook, a test that creates a repository would work on the
 * user's, and get another verdict than outside the hook.
 */
export function withoutRepository(inherited: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(inherited).filter(([name]) => !LOCATING.test(name)));
}
