import { posix } from "node:path";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

export interface SuggestOptions {
  /** Files that were read and are not covered. */
  readonly paths: readonly RepoPath[];
  /** All files of the tree. */
  readonly files: Iterable<RepoPath>;
  /** Directories that the command listed. */
  readonly listed: ReadonlySet<RepoPath>;
  /** Whether the check has this target: as an input it would tie all targets to each other. */
  readonly isTarget: (path: RepoPath) => boolean;
}

interface Directory {
  readonly below: Set<RepoPath>;
  readonly direct: Set<RepoPath>;
  /** The names between it and the files. */
  readonly children: Set<string>;
  total: number;
  hasTarget: boolean;
}

/**
 * Globs that cover all of the paths. Several files of a directory become the directory, unless it contains targets; the
 * whole repository is never suggested.
 */
export function suggestInputs(options: SuggestOptions): readonly string[] {
  const directories = new Map<string, Directory>();
  for (const path of options.paths)
    for (const [directory, child] of above(path)) {
      const known = directories.get(directory) ?? emptyDirectory();
      directories.set(directory, known);
      known.below.add(path);
      known.children.add(child);
      known.total++;
      if (posix.dirname(path) === directory) known.direct.add(path);
    }
  const given = new Set(options.paths);
  for (const path of options.files)
    for (const [directory] of above(path)) {
      const known = directories.get(directory);
      if (known === undefined) continue;
      if (!given.has(path)) known.total++;
      known.hasTarget ||= options.isTarget(path);
    }
  const isWhole = (name: string): boolean => {
    const directory = directories.get(name);
    if (directory === undefined || directory.hasTarget) return false;
    const { direct, below, children, total } = directory;
    if (direct.size > 1 || (direct.size > 0 && options.listed.has(name as RepoPath))) return true;
    return children.size > 1 && below.size * 2 >= total;
  };
  const globs = options.paths.map((path) => {
    const directory = above(path)
      .map(([name]) => name)
      .find(isWhole);
    return directory === undefined ? literal(path) : `${literal(directory)}/**`;
  });
  return [...new Set(globs)].sort();
}

function emptyDirectory(): Directory {
  return { below: new Set(), direct: new Set(), children: new Set(), total: 0, hasTarget: false };
}

/** The directories of a path, without the root, highest first; each with the next name on the way. */
function above(path: string): readonly (readonly [directory: string, child: string])[] {
  const parts = path.split("/");
  return parts
    .slice(0, -1)
    .map((_, index) => [parts.slice(0, index + 1).join("/"), parts[index + 1] as string]);
}

/** A name as a glob. Characters with a special meaning in a glob or a text file become wildcards. */
function literal(path: string): string {
  return path.replaceAll(/^!|[*?[\]{}()|\\"\p{Cc}\p{Cs}\u2028\u2029]/gu, "?");
}
