import { posix } from "node:path";
import { runsCode } from "../../checks/check-traits.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** Some programs read these without being told to. Git usually ignores them, so every checkout has its own. */
const NAMES = [
  "",
  ".local",
  ...["development", "production", "test"].flatMap((mode) => [`.${mode}`, `.${mode}.local`]),
];

/** The files in which such programs look for variables. */
export function dotenvFiles(check: Check): readonly RepoPath[] {
  if (!runsCode(check)) return [];
  const directories = [...new Set([".", check.cwd])];
  return directories.flatMap((directory) =>
    NAMES.map((name) => posix.join(directory, `.env${name}`) as RepoPath),
  );
}
