import type { PathSet } from "../vocabulary/tree/path-set.ts";

/** Whether a verdict with this path set can hold elsewhere: what lies outside of the repository is another machine's own. */
export function isShareable({ accesses }: PathSet): boolean {
  return accesses.every(
    ([access, directory]) => access === "presence" || !(directory.startsWith("~") || isPrivate(directory)),
  );
}

/** Programs of the system are known by their bytes, which are the same wherever the program is. */
function isPrivate(directory: string): boolean {
  return directory.startsWith("/") && !/^\/(?:usr|bin|sbin|lib|opt|nix)(?:\/|$)/.test(directory);
}
