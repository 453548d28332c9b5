import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readSmallBytes } from "../files/small-file.ts";
import { findGitDirectory } from "./git-index-stamp.ts";

const SIZE_LIMIT = 1024 * 1024;
/** The place of system-wide settings is built into git. It is known for the git of a Linux system. */
const USUAL: ReadonlySet<string> = new Set(["/usr/bin", "/bin"]);
const SYSTEM = "/etc";

/** Whether this is the git whose system-wide files are in `/etc`. */
export function isUsualGit(env: NodeJS.ProcessEnv = process.env): boolean {
  if (process.platform !== "linux") return false;
  const directories = (env["PATH"] ?? "").split(":");
  const first = directories.find(
    (directory) => !directory.startsWith("/") || existsSync(join(directory, "git")),
  );
  return first !== undefined && USUAL.has(first);
}

/**
 * Everything that git reads its settings from for the repository in `root`, as one text in lower case: a text without
 * the name of a setting does not set it. Null if git itself must be asked: settings can come from elsewhere, or include
 * others.
 */
export function readGitSettingsFiles(root: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const home = env["HOME"] ?? "";
  const isGiven = Object.keys(env).some(
    (name) => /^GIT_(?:CONFIG|ATTR)/.test(name) && name !== "GIT_CONFIG_NOSYSTEM",
  );
  const repository = existsSync(`${root}/.git`) ? findGitDirectory(root) : null;
  if (isGiven || home === "" || repository === null || !isUsualGit(env)) return null;
  const texts: string[] = [];
  for (const file of [
    `${SYSTEM}/gitconfig`,
    join(userSettings(env), "config"),
    join(home, ".gitconfig"),
    join(commonDirectory(repository), "config"),
    join(repository, "config.worktree"),
  ]) {
    const bytes = readSmallBytes(file, SIZE_LIMIT);
    if (bytes === "absent") texts.push("");
    else if (typeof bytes === "string") return null;
    else texts.push(bytes.toString("latin1").toLowerCase());
  }
  const text = texts.join("\0");
  return text.includes("include") ? null : text;
}

/** Files outside the tree that can define attributes, except the one that a setting names. */
export function attributeFiles(root: string, env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const repository = findGitDirectory(root);
  const own = repository === null ? [] : [join(commonDirectory(repository), "info/attributes")];
  return [...own, join(userSettings(env), "attributes"), `${SYSTEM}/gitattributes`];
}

/** Git treats empty as unset. */
function userSettings(env: NodeJS.ProcessEnv): string {
  return join(env["XDG_CONFIG_HOME"] || join(env["HOME"] ?? "", ".config"), "git");
}

/** The directory that all worktrees share: a linked one names it. */
export function commonDirectory(repository: string): string {
  const named = readSmallBytes(join(repository, "commondir"), SIZE_LIMIT);
  if (typeof named === "string") return repository;
  return resolve(repository, named.toString("utf8").replace(/\r?\n$/, ""));
}
