import { matchGlobs } from "../../paths/glob.ts";
import { memoize } from "../../values/memo.ts";

/** Finds paths for many items: by name, by a directory above them, or by a glob. */
export interface FileIndex {
  readonly has: (path: string) => boolean;
  readonly below: (directory: string) => readonly string[];
  readonly matching: (glob: string) => readonly string[];
}

export function indexFiles(files: ReadonlySet<string>): FileIndex {
  const byDirectory = new Map<string, string[]>();
  for (const file of files) {
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      const directory = file.slice(0, end);
      const group = byDirectory.get(directory);
      if (group === undefined) byDirectory.set(directory, [file]);
      else group.push(file);
    }
  }
  const below = (directory: string): readonly string[] => byDirectory.get(directory) ?? [];
  return {
    has: (path) => files.has(path),
    below,
    matching: memoize((glob: string) => {
      const beginning = plainBeginning(glob);
      const candidates =
        beginning === "" ? [...files] : [...below(beginning), beginning].filter((path) => files.has(path));
      return candidates.length === 0 ? [] : candidates.filter(matchGlobs([glob]));
    }),
  };
}

/** The directory that contains everything a glob matches; empty if it cannot be told. */
function plainBeginning(glob: string): string {
  const parts = glob.split("/");
  const wild = parts.findIndex((part) => part === "" || /[^\w.@ -]/.test(part) || /^\.+$/.test(part));
  return parts.slice(0, Math.max(wild, 0)).join("/");
}

/** Combines both without copying their content. */
export function joinIndexes(one: FileIndex, other: FileIndex): FileIndex {
  return {
    has: (path) => one.has(path) || other.has(path),
    below: (directory) => [...one.below(directory), ...other.below(directory)],
    matching: (glob) => [...one.matching(glob), ...other.matching(glob)],
  };
}
