import { ANY_FILE, lastWord, wordOf, type Word } from "../../paths/name-words.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Reference } from "../extraction.ts";
import { directoryOf, joinPath } from "./tree.ts";

/**
 * By which words a reference can find a file, beside those that are seen while modules are looked for. Where none of them is
 * in the path of a file that comes or goes, the reference leads where it led.
 */
export function describeWords(from: RepoPath, reference: Reference): readonly Word[] {
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

function describePath(from: RepoPath, { specifier, base }: Reference): readonly Word[] {
  // Endings change no word, and what they name in a directory is found by the word of that.
  if (!/(?:^|\/)\.{0,2}$/.test(specifier)) return [lastWord(specifier)];
  // A name that ends in a place is that of a directory, which depends on where it starts.
  const isBeside = base !== "any" && base !== "root" && !specifier.startsWith("/");
  const path = isBeside ? joinPath(directoryOf(from), specifier) : undefined;
  return [path === undefined ? ANY_FILE : lastWord(path)];
}

function countDots(specifier: string): number {
  return Math.max(1, /^\.*/.exec(specifier)?.[0].length ?? 1);
}
