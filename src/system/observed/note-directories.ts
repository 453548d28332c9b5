import { type Dirent, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isOwnFile } from "../../paths/own-files.ts";
import { notePath, noteUnknownPath } from "./path-notes.ts";

/** Files that decide where others are found, or which of them git sees, in their directory and below it. */
const RULES = new Set([".gitignore", ".gitattributes", "jsconfig.json", "package.json", "tsconfig.json"]);
const NOT_ENTERED = new Set([".git", "node_modules"]);
/** In a repository with more directories than this, looking at all of them again would take too long. */
const MOST = 5000;

/**
 * Notes the names in every directory of a repository, those that git ignores too, except installed packages. A file
 * that appears, goes or gets another name anywhere shows: resolvers look for many names, and do not say for which.
 * Where there are too many, nobody can tell later that nothing has changed; or `tooMany` says what becomes of it.
 */
export function noteDirectories(root: string, tooMany = noteTooMany): void {
  for (let above = dirname(root); ; above = dirname(above)) {
    for (const name of RULES) notePath(join(above, name), "thing");
    if (above === dirname(above)) break;
  }
  const pending = [root];
  for (let count = 0; pending.length > 0; count += 1) {
    if (count > MOST) return tooMany();
    const directory = pending.pop() as string;
    // What this tool writes into the root is no news.
    notePath(directory, directory === root ? "others" : "names");
    for (const entry of tryList(directory)) {
      const isOwn = directory === root && isOwnFile(entry.name);
      if (RULES.has(entry.name)) notePath(join(directory, entry.name), "thing");
      if (entry.isDirectory() && !NOT_ENTERED.has(entry.name) && !isOwn)
        pending.push(join(directory, entry.name));
    }
  }
}

function noteTooMany(): void {
  noteUnknownPath("(too many directories)");
}

/**
 * The same, to be called again and again: too many directories are counted once. Anyone who makes no files there can do
 * without the ones that are too many.
 */
export function createDirectoryNotes(root: string, isMaking: boolean): () => void {
  let isWhole = true;
  return () => {
    if (isWhole) noteDirectories(root, () => (isWhole = false));
    if (!isWhole && isMaking) noteTooMany();
  };
}

function tryList(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
