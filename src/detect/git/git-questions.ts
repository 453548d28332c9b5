import { indexChecksum } from "../../system/git/git-index-stamp.ts";
import { readGitSettingsFiles } from "../../system/git/git-settings-files.ts";
import { type GitFailure, runGit } from "../../system/git/git.ts";
import { ATTRIBUTE_WORD, SETTINGS_PATTERN, SETTINGS_WORDS } from "./git-settings.ts";

const CONFIG = ["config", "-z", "--get-regexp", SETTINGS_PATTERN];
/** Submodules are asked one by one, because their files can be hidden from this question. */
const STATUS = ["status", "--porcelain=v2", "-z", "--branch", "--untracked-files=all", "--no-renames"].concat(
  ["--no-ahead-behind", "--ignore-submodules=dirty", "--", "."],
);

/** How a tree differs from its index, according to git, and which index that was. */
export interface GitAnswers {
  /** Null if it could not be read. */
  readonly index: string | null;
  readonly status: Buffer;
  /** Git's error output: if it cannot read a file, it calls it unchanged and complains. */
  readonly complaints: string;
  readonly config: Buffer;
  /** The settings are known to name no other source of attributes. */
  readonly isPlain: boolean;
}

export async function askGit(root: string): Promise<GitAnswers | GitFailure> {
  const index = indexChecksum(root);
  const [status, config] = await Promise.all([runGit({ root, args: STATUS }), askSettings(root)]);
  if (!status.ok) return status;
  if ("ok" in config) return config;
  return { index, status: status.stdout, complaints: status.stderr, ...config };
}

type Settings = Pick<GitAnswers, "config" | "isPlain">;

let latest: { readonly root: string; readonly text: string; readonly settings: Settings } | undefined;

/** The same files mean the same settings: git is asked again only if a file that mentions one has changed. */
async function askSettings(root: string): Promise<Settings | GitFailure> {
  const text = readGitSettingsFiles(root);
  const isPlain = text !== null && !ATTRIBUTE_WORD.test(text);
  if (text !== null && !SETTINGS_WORDS.test(text)) return { config: Buffer.alloc(0), isPlain };
  if (text !== null && latest?.root === root && latest.text === text) return latest.settings;
  const config = await runGit({ root, args: CONFIG });
  if (!config.ok && config.status !== 1) return config;
  const settings = { config: config.ok ? config.stdout : Buffer.alloc(0), isPlain };
  if (text !== null && readGitSettingsFiles(root) === text) latest = { root, text, settings };
  return settings;
}
