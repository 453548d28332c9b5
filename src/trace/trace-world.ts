import { existsSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { decodePath } from "../paths/encode-path.ts";
import { isOwnFile } from "../paths/own-files.ts";
import type { Landmarks } from "../paths/places.ts";
import { findGitDirectory } from "../system/git/git-index-stamp.ts";
import { commonDirectory } from "../system/git/git-settings-files.ts";
import { runGit } from "../system/git/git.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/** What is the same for all traces of a run. Paths are absolute, with links resolved. */
export interface TraceWorld extends Landmarks {
  readonly gitDirectories: readonly string[];
  readonly temporary: readonly string[];
  readonly isOwn: (path: RepoPath) => boolean;
}

/** The roots of places, without asking git. */
export function findLandmarks(root: string, env: NodeJS.ProcessEnv): Landmarks {
  const { HOME: home } = env;
  return { root: real(root), home: home === undefined || home === "" || home === "/" ? null : real(home) };
}

export async function findTraceWorld(
  root: string,
  env: NodeJS.ProcessEnv,
  storagePath: string,
): Promise<TraceWorld> {
  const storage = `${storagePath.replace(/\/+$/, "")}/`;
  return {
    ...findLandmarks(root, env),
    gitDirectories: await findGitDirectories(root),
    temporary: [...new Set([tmpdir(), env["TMPDIR"] ?? "/tmp", "/tmp", "/var/tmp"].map(real))],
    isOwn: (path) => isOwnFile(path) || path.startsWith(storage),
  };
}

/** Asks git only if its directory is not in the root. */
async function findGitDirectories(root: string): Promise<readonly string[]> {
  const gitDirectory = existsSync(`${root}/.git`) ? findGitDirectory(root) : null;
  if (gitDirectory !== null && existsSync(`${gitDirectory}/HEAD`))
    return [...new Set([commonDirectory(gitDirectory), gitDirectory].map(real))];
  const args = ["rev-parse", "--path-format=absolute", "--git-common-dir", "--git-dir"];
  const output = await runGit({ root, args });
  return output.ok ? [...new Set(decodePath(output.stdout).split("\n").filter(Boolean))] : [];
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
