import type { PathSet } from "../vocabulary/tree/path-set.ts";

/** Whether a verdict with this path set can be valid elsewhere: files outside the repository belong to one machine. */
export function isShareable({ accesses }: PathSet): boolean {
  return accesses.every(
    ([access, directory]) => access === "presence" || !(isInHome(directory) || isPrivate(directory)),
  );
}

/**
 * Where version managers put programs: each is identified by its bytes, like those of the system, and is in the same
 * place for every user.
 */
const MANAGED =
  /^~\/(?:\.(?:nvm|nodenv|nodebrew|pyenv|rbenv)\/versions|\.local\/share\/(?:fnm|mise|uv|nvm|asdf)|\.(?:fnm|volta\/tools|asdf\/installs|rustup\/toolchains)|\.(?:bun|deno|cargo|volta)\/bin)(?:\/|$)/;

function isInHome(directory: string): boolean {
  return directory.startsWith("~") && !MANAGED.test(directory);
}

/** Programs of the system are identified by their bytes, which are the same wherever the program is. */
function isPrivate(directory: string): boolean {
  return directory.startsWith("/") && !/^\/(?:usr|bin|sbin|lib|opt|nix)(?:\/|$)/.test(directory);
}
