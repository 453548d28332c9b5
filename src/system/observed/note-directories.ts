import { type Dirent, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { RULES } from "../../paths/name-words.ts";
import { isOwnFile } from "../../paths/own-files.ts";
import { notePath, noteUnknownPath } from "./path-notes.ts";

const NOT_ENTERED = new Set([".git", "node_modules"]);
/** With more directories, looking at all of them again would take too long. */
const MOST = 5000;

/**
 * Notes the names in every directory of a repository, including ignored ones but not installed packages. Any added,
 * removed or renamed file shows: resolvers look for many names, and do not say which. If there are too many, no later
 * run can know that nothing has changed.
 */
export function noteDirectories(root: string): void {
  for (let above = dirname(root); ; above = dirname(above)) {
    for (const name of RULES) notePath(join(above, name), "thing");
    if (above === dirname(above)) break;
  }
  const pending = [root];
  for (let count = 0; pending.length > 0; count += 1) {
    if (count > MOST) return noteUnknownPath("(too many directories)");
    const directory = pending.pop() as string;
    // What this tool writes into the root does not matter.
    notePath(directory, directory === root ? "others" : "names");
    for (const entry of tryList(directory)) {
      const isOwn = directory === root && isOwnFile(entry.name);
      if (RULES.has(entry.name)) notePath(join(directory, entry.name), "thing");
      if (entry.isDirectory() && !NOT_ENTERED.has(entry.name) && !isOwn)
        pending.push(join(directory, entry.name));
    }
  }
}

function tryList(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
