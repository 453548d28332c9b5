/**
 * A name without what a resolver adds before or after it, as a number: a file that a reference can resolve to shares a
 * word with it. Different names may have the same word, so there may be an unnecessary look, but never a missing one.
 */
export type NameWord = number;

/** The end of a file's name and what follows it. The first character belongs to the name. */
const END = /(?<=.)[.?#].*$/s;

/** @param name the last part of a path or specifier */
export function wordOf(name: string): NameWord {
  // Partials start with an underscore, and some file systems ignore letter case.
  const stem = name.replace(END, "").replace(/^_+/, "").toLowerCase();
  // eslint-disable-next-line no-control-regex
  return hashText(/^[\0-\x7f]*$/.test(stem) ? stem : stem.normalize("NFC"));
}

/** The word of the last part of a path or specifier. The root has an empty name. */
export function lastWord(path: string): NameWord {
  const tidy = path === "." ? "" : path.replace(/\/+$/, "");
  return wordOf(tidy.slice(tidy.lastIndexOf("/") + 1));
}

/** A reference with this word can resolve to any file that git knows. */
export const ANY_FILE: NameWord = hashText("any file");

/** A reference with this word can resolve to anything. */
export const ANYTHING: NameWord = hashText("anything");

/** Each once, in order. */
export function joinWords(lists: Iterable<readonly NameWord[]>): readonly NameWord[] {
  return [...new Set([...lists].flat())].sort((one, other) => one - other);
}

/** The word of a place that a package.json or tsconfig.json leads to, whatever refers to it. `*` is any directory. */
export function entryWord(directory: string, name: string): NameWord {
  return hashText(`entry\0${directory.toLowerCase()}\0${wordOf(name)}`);
}

/** Files that decide where others are found, or which of them git sees. */
export const RULES: ReadonlySet<string> = new Set([
  ".gitignore",
  ".gitattributes",
  "jsconfig.json",
  "package.json",
  "tsconfig.json",
]);
const DECIDING = /^(?:node_modules|[jt]sconfig[^/]*\.json)$/;
/** Names that stand for their directory. */
const ENTRIES: ReadonlySet<NameWord> = new Set(["index", "__init__"].map(wordOf));

/** Whether a package.json, or a compiler's settings, lead to a path, whatever refers to it. */
export function createEntrySight(entries: ReadonlySet<NameWord>): (path: string) => boolean {
  if (entries.has(ANYTHING)) return () => true;
  const isNamed = (above: string | undefined, name: string): boolean =>
    entries.has(entryWord(above ?? "", name)) || entries.has(entryWord("*", name));
  return (path) => {
    const parts = path.split("/");
    // They may name any directory on the way.
    return parts.some((name, at) => isNamed(parts[at - 1], name));
  };
}

/** Whether a reference could resolve to a name in a directory, whose path starts at the root; the root's is empty. */
export type CanLeadTo = (directory: string, name: string) => boolean;

/** @param listed directories in which every name counts */
export function createSight(
  words: ReadonlySet<NameWord>,
  listed: ReadonlySet<string> = new Set(),
): CanLeadTo {
  if (words.has(ANYTHING)) return () => true;
  const isNamed = (directory: string, name: string): boolean => {
    const parent = directory.slice(directory.lastIndexOf("/") + 1);
    return words.has(wordOf(name)) || words.has(entryWord(parent, name)) || words.has(entryWord("*", name));
  };
  return (directory, name) => {
    if (listed.has(directory) || RULES.has(name) || DECIDING.test(name)) return true;
    if (isNamed(directory, name)) return true;
    if (!ENTRIES.has(wordOf(name))) return false;
    const slash = directory.lastIndexOf("/");
    return isNamed(slash === -1 ? "" : directory.slice(0, slash), directory.slice(slash + 1));
  };
}

/** FNV-1a. */
function hashText(text: string): NameWord {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
