import { posix } from "node:path";
import { runsCode, type Check } from "../vocabulary/check.ts";
import type { RepoPath } from "../vocabulary/path.ts";

/** Read by programs that nobody told to; git mostly ignores them, so every checkout has its own. */
const NAMES = [
  "",
  ".local",
  ...["development", "production", "test"].flatMap((mode) => [`.${mode}`, `.${mode}.local`]),
];

/** The files in which such programs look for variables, as far as they are not known from the tree already. */
export function dotenvFiles(check: Check, has: (path: RepoPath) => boolean): readonly RepoPath[] {
  if (!runsCode(check)) return [];
  const directories = [...new Set([".", check.cwd])];
  return directories
    .flatMap((directory) => NAMES.map((name) => posix.join(directory, `.env${name}`) as RepoPath))
    .filter((path) => !has(path));
}
