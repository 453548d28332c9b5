import { basename } from "node:path";
import { type Landmarks, placeOf } from "../../paths/places.ts";
import { realpathSync, statIfSeen } from "../../system/observed/observed-files.ts";
import { findExecutable, searchPath } from "../../system/process/find-executable.ts";
import { memo, memoize } from "../../values/memo.ts";

/**
 * A program was found by its name. Says which other program that name resolves to now; empty if it still resolves to this
 * one, or if the file is not a program.
 */
export function createLeadsElsewhere(
  options: Landmarks & { readonly env: NodeJS.ProcessEnv },
): (absolute: string) => string {
  const { root, env } = options;
  const path = memo(() => searchPath({ cwd: root, root, env }));
  const find = memoize((name: string) => findExecutable(name, { cwd: root, path: path() }));
  return (absolute) => {
    const stats = statIfSeen(absolute);
    if (stats?.isFile() !== true || (stats.mode & 0o111) === 0) return "";
    const found = find(basename(absolute));
    if (found.type !== "found") return " under another name";
    const real = realpathSync(found.path);
    return real === realpathSync(absolute) ? "" : ` not ${placeOf(real, options)}`;
  };
}
