import { dirname, join, posix } from "node:path";
import { matchGlobs } from "../../paths/glob.ts";
import { listFiles, listLinks } from "../../system/files/list-files.ts";
import { readFileSync, statIfSeen } from "../../system/observed/observed-files.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** A repository as inference sees it: its file names, and the text of a few files. Runs nothing. */
export interface InferenceSource {
  /** Absolute. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly files: readonly RepoPath[];
  readonly links: readonly RepoPath[];
  /** The files that one of the globs matches. */
  match(globs: readonly string[]): readonly RepoPath[];
  /** The files with a name like this. */
  named(name: RegExp): readonly RepoPath[];
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
  /** Empty if it cannot be read. */
  text(path: string): string;
  /** The version of a package that is installed for a directory; null if there is none. */
  version(name: string, directory: string): string | null;
}

export async function openRepository(root: string, env: NodeJS.ProcessEnv): Promise<InferenceSource> {
  const [files, links] = await Promise.all([listFiles(root), listLinks(root)]);
  const names = new Set<string>(files);
  const text = (path: string): string => {
    try {
      return readFileSync(join(root, path), "utf8");
    } catch {
      return "";
    }
  };
  let index: Map<string, RepoPath[]> | undefined;
  const byName = (): ReadonlyMap<string, readonly RepoPath[]> => {
    if (index !== undefined) return index;
    index = new Map();
    for (const file of files) {
      const base = posix.basename(file);
      const same = index.get(base);
      if (same === undefined) index.set(base, [file]);
      else same.push(file);
    }
    return index;
  };
  const matched = new Map<string, readonly RepoPath[]>();
  const match = (globs: readonly string[]): readonly RepoPath[] => {
    const key = globs.join("\0");
    const found = matched.get(key) ?? filesBelow(files, globs).filter(matchGlobs(globs));
    matched.set(key, found);
    return found;
  };
  return {
    root,
    env,
    files,
    links,
    match,
    named: (name) => [...byName()].flatMap(([base, paths]) => (name.test(base) ? paths : [])),
    isFile: (path) => names.has(path),
    isDirectory: (path) => statIfSeen(join(root, path))?.isDirectory() ?? false,
    text,
    version: (name, directory) => findVersion(name, directory, text),
  };
}

/** Those that can match at all: in a large repository, most globs are about one package. */
function filesBelow(files: readonly RepoPath[], globs: readonly string[]): readonly RepoPath[] {
  const wanted = globs.filter((glob) => !glob.startsWith("!"));
  const bases = [...new Set(wanted.map((glob) => /^(?:[\w@.-]+\/)*/.exec(glob)?.[0] ?? ""))];
  if (wanted.length === 0 || bases.includes("")) return files;
  return files.filter((file) => bases.some((base) => file.startsWith(base)));
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
export function pathBelow(directory: string, path: string): string {
  return directory === "." ? path : path === "" ? directory : `${directory}/${path}`;
}
