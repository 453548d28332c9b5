import { directoriesOfFiles } from "../../paths/directories.ts";
import { statPath } from "../../system/files/file-stat.ts";
import { splitPaths } from "../../system/files/path-list.ts";
import { attributeFiles, isUsualGit } from "../../system/git/git-settings-files.ts";
import { runGit } from "../../system/git/git.ts";
import type { IndexListing } from "../../vocabulary/tree/snapshot.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { ATTRIBUTES } from "./index-listing.ts";

/** Attributes that make git store other bytes than those in the working tree, line endings first. */
const OTHER_BYTES = "!ident !filter !working-tree-encoding";
const WITHOUT_ATTRIBUTES = `:(exclude,attr:!text !crlf !eol ${OTHER_BYTES})`;
const DECLARED_BINARY = `:(exclude,attr:-text ${OTHER_BYTES})`;

/**
 * Lists the files that git may convert between the working tree and its blobs because of attributes, so that a blob's
 * id may not be that of the bytes on disk. It asks git, because attributes come from many places. Null if that could
 * not be found out. With `byDefault`, it also lists files without attributes, as with `core.autocrlf`.
 * This is about the current attributes and settings. A file that was checked out under others and not touched since is
 * clean to git and not listed here; the hybrid and hash methods still see its bytes.
 */
export async function findConvertible(
  root: string,
  byDefault: boolean,
): Promise<ReadonlySet<RepoPath> | null> {
  const excluded = byDefault ? [DECLARED_BINARY] : [DECLARED_BINARY, WITHOUT_ATTRIBUTES];
  const output = await runGit({ root, args: ["ls-files", "-z", "--", ".", ...excluded] });
  return output.ok ? new Set(splitPaths(output.stdout)) : null;
}

/** Whether attributes are likely: then git is asked at once, in parallel with the rest. */
export function expectsAttributes(root: string): boolean {
  return !isUsualGit() || [`${root}/${ATTRIBUTES}`, ...attributeFiles(root)].some(isThere);
}

/**
 * Whether the files of an index cannot have attributes: their directories contain no attributes file, not even an ignored
 * one, the index contains none, and none was expected.
 */
export function isWithoutAttributes(root: string, { files, mayHold }: IndexListing): boolean {
  if (mayHold.attributes) return false;
  return ![...directoriesOfFiles(files)].some((directory) => isThere(`${root}/${directory}/${ATTRIBUTES}`));
}

function isThere(path: string): boolean {
  return statPath(path) !== "absent";
}
