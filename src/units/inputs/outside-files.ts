import { join } from "node:path";
import { leadsOut } from "../../paths/is-within.ts";
import { listBelow, statSync } from "../../system/observed/observed-files.ts";

/**
 * A file that git does not track is not looked into, so what it imports is not known. Where it stands in a
 * directory that is wholly untracked, such as a build's output, everything in that directory counts with it. A directory that
 * a link leads to counts with all that is in it.
 */
export function expandOutside(path: string, root: string, tracked: ReadonlySet<string>): readonly string[] {
  if (leadsOut(path)) return [path];
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    const directory = path.slice(0, at);
    if (!tracked.has(directory)) return filesBelow(root, directory) ?? [path];
  }
  return filesBelow(root, path) ?? [path];
}

function filesBelow(root: string, directory: string): readonly string[] | null {
  try {
    if (!statSync(join(root, directory)).isDirectory()) return null;
    return listBelow(join(root, directory), {
      isEntered: (path) => !/(^|\/)(node_modules|\.git)$/.test(path),
      follow: true,
    })
      .map((path) => `${directory}/${path}`)
      .filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false);
  } catch {
    return null;
  }
}
