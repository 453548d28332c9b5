import { type GitFailure, type GitOutput, runGit } from "../system/git.ts";
import { indexMark } from "../system/git-index-stamp.ts";
import { SETTINGS_PATTERN } from "./git-settings.ts";

const CONFIG = ["config", "-z", "--get-regexp", SETTINGS_PATTERN];
/** Submodules are asked one by one, because files in them can be hidden from this question. */
const STATUS = ["status", "--porcelain=v2", "-z", "--branch", "--untracked-files=all", "--no-renames"].concat(
  ["--no-ahead-behind", "--ignore-submodules=dirty", "--", "."],
);

/** What git says about how a tree differs from its index, and which index that was. */
export interface GitAnswers {
  /** Null where it could not be read. */
  readonly index: string | null;
  readonly status: Buffer;
  /** What git said beside that: a file that it cannot look at it calls unchanged, and complains. */
  readonly complaints: string;
  readonly config: Buffer;
}

export async function askGit(root: string): Promise<GitAnswers | GitFailure> {
  const index = indexMark(root);
  const ask = (args: readonly string[]): Promise<GitOutput> => runGit({ root, args });
  const [status, config] = await Promise.all([ask(STATUS), ask(CONFIG)]);
  if (!status.ok) return status;
  if (!config.ok && config.status !== 1) return config;
  return {
    index,
    status: status.stdout,
    complaints: status.stderr,
    config: config.ok ? config.stdout : Buffer.alloc(0),
  };
}
