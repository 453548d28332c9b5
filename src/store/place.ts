import { hash, randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, lstatSync, readFileSync, type Stats } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DEFAULT_STORAGE } from "../paths/own-files.ts";
import { absolute, type OwnPlace } from "../system/own/own-place.ts";
import type { Origin, Worktree } from "../vocabulary/verdict/origin.ts";

/** Where the store of a checkout is. */
export interface StorePlace {
  /**
   * The files of this checkout alone: the last run, the journal, the findings. Null if the directory must not be used.
   */
  readonly own: OwnPlace | null;
  /** The database: in the common git directory, so that all worktrees share it, or else beside the other files. */
  readonly shared: OwnPlace;
  readonly worktree: Worktree;
  readonly origin: Origin;
}

/** A directory that was recreated or copied is a different one. */
function originOf(root: string, worktree: Worktree): Origin {
  try {
    const { dev, ino, birthtimeNs } = lstatSync(root, { bigint: true });
    return `${worktree}#${hash("sha256", `${dev} ${ino} ${birthtimeNs}`, "hex").slice(0, 12)}`;
  } catch {
    return `${worktree}#${randomUUID()}`;
  }
}

/**
 * Worktrees share their verdicts if the whole repository is verified and git's directory is writable. If the user sets
 * a place for the store, everything is there.
 */
export function locateStore(root: string, storagePath: string): StorePlace & { readonly own: OwnPlace } {
  const own = { base: root, path: storagePath.replace(/\/+$/, "") };
  const git = findGitDirectory(root);
  const worktree = git?.worktree ?? "";
  const origin = originOf(root, worktree);
  if (git === null || !isDefault(storagePath)) return { own, shared: own, worktree, origin };
  // Relative to the parent of git's directory, so that messages name it.
  const shared = { base: dirname(git.common), path: join(basename(git.common), "verification") };
  const isShared = isWritable(shared) || (look(absolute(shared)) !== null && !isWritable(own));
  return { own, shared: isShared ? shared : own, worktree, origin };
}

export function isDefault(storagePath: string): boolean {
  return storagePath.replace(/\/+$/, "") === DEFAULT_STORAGE;
}

interface GitDirectory {
  /** The directory that all worktrees share. */
  readonly common: string;
  readonly worktree: Worktree;
}

const LONGEST_NAME = 64 * 1024;

/** Read from git's own files; null if this is not the root of a checkout. */
function findGitDirectory(root: string): GitDirectory | null {
  const dotGit = join(root, ".git");
  try {
    const stat = lstatSync(dotGit);
    if (stat.isDirectory()) return { common: dotGit, worktree: "" };
    if (!stat.isFile() || stat.size > LONGEST_NAME) return null;
    const [, named] = /^gitdir: (.*?)\r?\n?$/s.exec(readFileSync(dotGit, "utf8")) ?? [];
    if (named === undefined) return null;
    const directory = resolve(root, named);
    const common = readCommon(directory);
    // Never write into a directory that git would not accept as a repository.
    if (!existsSync(join(common ?? directory, "HEAD")) || !existsSync(join(directory, "HEAD"))) return null;
    return common === null ? { common: directory, worktree: "" } : { common, worktree: basename(directory) };
  } catch {
    return null;
  }
}

/** For a linked worktree; null for a checkout with its own git directory, such as a submodule. */
function readCommon(directory: string): string | null {
  try {
    const text = readFileSync(join(directory, "commondir"), "utf8").replace(/\r?\n$/, "");
    return resolve(directory, text);
  } catch {
    return null;
  }
}

/** Whether this user has a writable directory there, or can create one. */
function isWritable(place: OwnPlace): boolean {
  const directory = absolute(place);
  const found = look(directory);
  if (found === null) return mayWrite(nearest(dirname(directory), place.base));
  // Anything that is not a directory is refused when it is opened, not skipped silently.
  return !found.isDirectory() || (isOurs(found) && mayWrite(directory));
}

/** The directory itself, or its nearest existing parent. */
function nearest(directory: string, root: string): string {
  return directory === root || look(directory) !== null ? directory : nearest(dirname(directory), root);
}

function mayWrite(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isOurs({ uid }: Stats): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}

function look(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
