import { statPath } from "../../system/files/file-stat.ts";
import { splitPaths } from "../../system/files/path-list.ts";
import { attributeFiles, isUsualGit } from "../../system/git/git-settings-files.ts";
import { runGit } from "../../system/git/git.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** Attributes by which git stores other bytes than those in the working tree, the line endings first. */
const OTHER_BYTES = "!ident !filter !working-tree-encoding";
const WITHOUT_ATTRIBUTES = `:(exclude,attr:!text !crlf !eol ${OTHER_BYTES})`;
const DECLARED_BINARY = `:(exclude,attr:-text ${OTHER_BYTES})`;

/**
 * Lists the files that git may convert between the working tree and its blobs by their attributes, so that a
 * blob's id need not be that of the bytes on disk. Git itself is asked, because attributes come from many
 * places. Null where that could not be found out. With `byDefault` also files without attributes are listed,
 * as `core.autocrlf` would have it.
 *
 * This is about the attributes and settings of now. A file that was checked out under others and not touched
 * since is clean to git and not listed here; the hybrid and hash methods see its bytes all the same.
 */
export async function findConvertible(
  root: string,
  byDefault: boolean,
): Promise<ReadonlySet<RepoPath> | null> {
  const left = byDefault ? [DECLARED_BINARY] : [DECLARED_BINARY, WITHOUT_ATTRIBUTES];
  const asked = await runGit({ root, args: ["ls-files", "-z", "--", ".", ...left] });
  return asked.ok ? new Set(splitPaths(asked.stdout)) : null;
}

const ATTRIBUTES = ".gitattributes";

/** Whether attributes are likely: then git is asked without waiting for the rest. */
export function expectsAttributes(root: string): boolean {
  return !isUsualGit() || [`${root}/${ATTRIBUTES}`, ...attributeFiles(root)].some(isThere);
}

/**
 * Whether no attribute can be set for these files: their directories hold no such file, not even an ignored one, nor is one
 * in the index (its listing is given), and none that was expected.
 */
export function isWithoutAttributes(root: string, files: Iterable<RepoPath>, listing: Buffer): boolean {
  if (listing.includes(ATTRIBUTES)) return false;
  const directories = new Set<string>();
  for (const path of files)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const directory = path.slice(0, end);
      if (directories.has(directory)) break;
      directories.add(directory);
    }
  return ![...directories].some((directory) => isThere(`${root}/${directory}/${ATTRIBUTES}`));
}

function isThere(path: string): boolean {
  return statPath(path) !== "absent";
}
