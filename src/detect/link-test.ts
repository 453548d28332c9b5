import { statPath } from "../system/files/file-stat.ts";
import type { PathTest } from "./exclude.ts";

/** Whether a path goes through a link: then the file found there is a different one. */
export function createLinkTest(root: string): PathTest {
  const known = new Map<string, boolean>();
  const isBehind = (path: string): boolean => {
    const slash = path.lastIndexOf("/");
    if (slash === -1) return false;
    const directory = path.slice(0, slash);
    let behind = known.get(directory);
    if (behind === undefined) {
      const stat = statPath(`${root}/${directory}`);
      behind = isBehind(directory) || (typeof stat !== "string" && stat.kind === "symlink");
      known.set(directory, behind);
    }
    return behind;
  };
  return isBehind;
}
