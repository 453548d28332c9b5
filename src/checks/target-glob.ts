import { posix } from "node:path";
import { isGlob, matchGlobs } from "../paths/glob.ts";

/**
 * The placeholders for a part of the target's path: its directory, its file name, and the file name without the last
 * extension.
 */
export const PLACEHOLDERS = ["dir", "name", "stem"] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /(?<!\\)\{([A-Za-z_]\w*)\}/g;

/** The words in single braces; a choice (`{a,b}`) does not count. */
export function placeholdersIn(glob: string): readonly string[] {
  return [...glob.matchAll(PLACEHOLDER)].map(([, word = ""]) => word);
}

export function isPlaceholder(word: string): word is Placeholder {
  return PLACEHOLDERS.some((each) => each === word);
}

/** The files that a glob means for one target. */
export interface TargetGlob {
  /** Without wildcards: a file, or a directory with everything in it; null if it is a pattern. */
  readonly literal: string | null;
  /** Everything that it can match is below; "." is the root. */
  readonly base: string;
  readonly matches: (path: string) => boolean;
}

/** Puts the target's path into a glob. The path is always a literal name, never a pattern. */
export function expandForTarget(glob: string, target: string): TargetGlob {
  const { dir, base: name, name: stem } = posix.parse(target);
  const values: Readonly<Record<Placeholder, string>> = { dir, name, stem };
  const fill = (write: (text: string) => string): string =>
    posix
      .normalize(
        glob.replace(PLACEHOLDER, (whole, word: string) =>
          isPlaceholder(word) ? write(values[word]) || "." : whole,
        ),
      )
      .replace(/\/+$/, "");
  if (!isGlob(glob.replace(PLACEHOLDER, ""))) {
    const literal = fill((text) => text);
    const inside = literal === "." ? "" : `${literal}/`;
    return { literal, base: literal, matches: (path) => path === literal || path.startsWith(inside) };
  }
  const pattern = fill(asName);
  let matches: ((path: string) => boolean) | undefined;
  return {
    literal: null,
    base: baseOf(pattern),
    matches: (path) => (matches ??= matchGlobs([pattern]))(path),
  };
}

/** A backslash in a name cannot always be escaped; a wildcard for one character is close enough. */
function asName(text: string): string {
  return text.replaceAll(/[^\w/\u0080-\uffff-]/g, (char) => (char === "\\" ? "?" : `\\${char}`));
}

/** The directories before the first one that is a pattern. */
function baseOf(pattern: string): string {
  const parts = pattern.split("/");
  const at = parts.findIndex(isGlob);
  return parts.slice(0, Math.max(0, at)).join("/") || ".";
}

/** A glob that matches everything that this one means for any target. */
export function widenGlob(glob: string): string {
  return glob
    .replace(/(?<!\\)\{dir\}(?:\/\.\.(?=\/|$))*/g, "{dir}")
    .split("/")
    .map((part) =>
      placeholdersIn(part).includes("dir")
        ? "**"
        : part.replace(PLACEHOLDER, (whole, word: string) => (isPlaceholder(word) ? "*" : whole)),
    )
    .join("/");
}
