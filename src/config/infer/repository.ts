import { dirname, join } from "node:path";
import { readFileSync, statIfSeen } from "../../system/observed-files.ts";
import { listFiles, listLinks } from "../../system/list-files.ts";
import { matchGlobs } from "../../vocabulary/glob.ts";
import type { RepoPath } from "../../vocabulary/path.ts";

/** A repository as inference looks at it: by its names, and by the text of a few files. Nothing is run. */
export interface Repository {
  /** Absolute. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly files: readonly RepoPath[];
  readonly links: readonly RepoPath[];
  /** The files that one of the globs matches. */
  match(globs: readonly string[]): readonly RepoPath[];
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
  /** Empty where it cannot be read. */
  text(path: string): string;
  /** The version of a package that is installed for a directory; null where there is none. */
  version(name: string, directory: string): string | null;
}

export async function openRepository(root: string, env: NodeJS.ProcessEnv): Promise<Repository> {
  const [files, links] = await Promise.all([listFiles(root), listLinks(root)]);
  const names = new Set<string>(files);
  const text = (path: string): string => {
    try {
      return readFileSync(join(root, path), "utf8");
    } catch {
      return "";
    }
  };
  return {
    root,
    env,
    files,
    links,
    match: (globs) => files.filter(matchGlobs(globs)),
    isFile: (path) => names.has(path),
    isDirectory: (path) => statIfSeen(join(root, path))?.isDirectory() ?? false,
    text,
    version: (name, directory) => findVersion(name, directory, text),
  };
}

function findVersion(name: string, from: string, text: (path: string) => string): string | null {
  for (let directory = from; ; directory = dirname(directory)) {
    const found = /"version"\s*:\s*"([^"]+)"/.exec(
      text(join(directory, "node_modules", name, "package.json")),
    );
    if (found !== null) return found[1] as string;
    if (directory === ".") return null;
  }
}

/** A path below a directory of the repository; the root is ".". */
export function below(directory: string, path: string): string {
  return directory === "." ? path : path === "" ? directory : `${directory}/${path}`;
}
