import { posix } from "node:path";
import { isGlob } from "../../paths/glob.ts";
import { leadsOut } from "../../paths/is-within.ts";
import { pathBelow, type InferenceSource } from "./repository.ts";
import type { ScriptWord } from "./scripts/read-script.ts";
import type { Wide } from "./scripts/tool-use.ts";

/** The globs, from the root, of the files that a tool is told to check, or why they are unknown. */
export function toGlobs(
  words: readonly ScriptWord[],
  place: {
    readonly cwd: string;
    readonly repository: InferenceSource;
    /** The files that it checks in a directory, as globs relative to the directory. */
    readonly inDirectory: readonly string[];
  },
): readonly string[] | Wide {
  const { cwd, repository, inDirectory } = place;
  const globs: string[] = [];
  for (const { text, isPattern } of words) {
    const sign = text.startsWith("!") ? "!" : "";
    const path = posix.normalize(pathBelow(cwd, text.slice(sign.length))).replace(/\/+$/, "");
    if (leadsOut(path)) return { why: `${text} is outside the repository` };
    if (repository.isDirectory(path)) {
      globs.push(...(sign === "!" ? ["**"] : inDirectory).map((glob) => signed(sign, pathBelow(path, glob))));
    } else if (isGlob(path)) {
      const glob = asExpanded(path, isPattern, repository);
      const directories = isPattern && sign === "" ? directoriesOf(path, repository) : null;
      if (glob === null && directories === null && sign === "") return { why: `${text} matches no file` };
      if (glob !== null || sign === "!") globs.push(sign + (glob ?? path));
      if (directories !== null) globs.push(...globsBelow(directories, inDirectory));
    } else if (repository.isFile(path) || sign === "!") globs.push(sign + path);
    else return { why: `${text} does not exist` };
  }
  return globs;
}

/** Exclusions stay exclusions. */
function signed(sign: string, glob: string): string {
  const inner = glob.replace(/(^|\/)!/, "$1");
  return inner === glob ? sign + glob : `!${inner}`;
}

/**
 * The pattern as a shell expands it: for a shell `**` is `*`. If it matches nothing, the tool gets the pattern itself.
 */
function asExpanded(path: string, isPattern: boolean, repository: InferenceSource): string | null {
  const candidates = isPattern ? [path.replaceAll("**", "*"), path] : [path];
  return candidates.find((glob) => repository.match([glob]).length > 0) ?? null;
}

/** A shell also expands to directories, and a tool looks into those; null if there are none. */
function directoriesOf(path: string, repository: InferenceSource): string | null {
  const glob = path.replaceAll("**", "*");
  return repository.match([`${glob}/**/*`]).length > 0 ? glob : null;
}

/** The same globs below a directory. */
export function globsBelow(directory: string, globs: readonly string[]): readonly string[] {
  return globs.map((glob) => signed("", pathBelow(directory, glob)));
}
