import { dirname, join } from "node:path";
import { isThere } from "../system/observed/observed-files.ts";
import { CONFIG_FILES } from "./discover.ts";

export interface Root {
  /** Absolute. Every path in results and in the store is relative to it. */
  readonly path: string;
  readonly git: boolean;
}

/**
 * The repository of `cwd`. Outside git, the nearest parent directory with a configuration file or a package.json, or
 * `cwd` itself if there is none.
 */
export function findRoot(cwd: string): Root {
  const gitRoot = findUpwards(cwd, [".git"]);
  if (gitRoot !== undefined) return { path: gitRoot, git: true };
  return { path: findUpwards(cwd, [...CONFIG_FILES, "package.json"]) ?? cwd, git: false };
}

function findUpwards(from: string, names: readonly string[]): string | undefined {
  for (let directory = from; ; directory = dirname(directory)) {
    if (names.some((name) => isThere(join(directory, name)))) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}
