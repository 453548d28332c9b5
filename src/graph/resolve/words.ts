import { ANY_FILE, lastWord, wordOf, type NameWord } from "../../paths/name-words.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Reference } from "../extraction.ts";
import { directoryOf, joinPath } from "./tree.ts";

/**
 * The words through which a reference can find a file, in addition to those that are collected while modules are
 * resolved. If none of them is in the path of an added or removed file, the reference still leads to the same target.
 */
export function describeWords(from: RepoPath, reference: Reference): readonly NameWord[] {
  const { kind, specifier } = reference;
  switch (kind) {
    case "path":
      return describePath(from, reference);
    case "stylesheet":
      return [lastWord(specifier.replace(/^.*[:~]/s, ""))];
    case "python":
      return specifier.startsWith("(")
        ? [wordOf("conftest")]
        : [
            ...specifier.split(".").map(wordOf),
            lastWord(joinPath(directoryOf(from), "../".repeat(countDots(specifier) - 1)) ?? ""),
          ];
    case "pattern":
      return [ANY_FILE];
    case "module":
    case "script":
    case "opaque":
      return [];
  }
}

function describePath(from: RepoPath, { specifier, base }: Reference): readonly NameWord[] {
  // Endings change no word, and files in a directory are found by the word of that directory.
  if (!/(?:^|\/)\.{0,2}$/.test(specifier)) return [lastWord(specifier)];
  // A specifier that ends in `/`, `.` or `..` names a directory, which depends on where the specifier starts.
  const isBeside = base !== "any" && base !== "root" && !specifier.startsWith("/");
  const path = isBeside ? joinPath(directoryOf(from), specifier) : undefined;
  return [path === undefined ? ANY_FILE : lastWord(path)];
}

function countDots(specifier: string): number {
  return Math.max(1, /^\.*/.exec(specifier)?.[0].length ?? 1);
}
