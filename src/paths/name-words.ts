/**
 * A name without what a resolver puts before or after it, as a number: a file that a reference can lead to has a word in
 * common with it. Different names may have one word, so that a look too many is possible, and never one too few.
 */
export type Word = number;

/** Where the name of a file ends and what is put after it begins. The first character belongs to the name. */
const END = /(?<=.)[.?#].*$/s;

/** @param name the last part of a path or specifier */
export function wordOf(name: string): Word {
  // Partials start with an underscore, and not every file system tells letters by their case.
  const stem = name.replace(END, "").replace(/^_+/, "").toLowerCase();
  // eslint-disable-next-line no-control-regex
  return hashText(/^[\0-\x7f]*$/.test(stem) ? stem : stem.normalize("NFC"));
}

/** The word of what a path or specifier ends with. The root has an empty name. */
export function lastWord(path: string): Word {
  const tidy = path === "." ? "" : path.replace(/\/+$/, "");
  return wordOf(tidy.slice(tidy.lastIndexOf("/") + 1));
}

/** Whoever has it can be led to any file that git knows. */
export const ANY_FILE: Word = hashText("any file");

/** Whoever has it can be led to anything at all. */
export const ANYTHING: Word = hashText("anything");

/** Each once, in order. */
export function joinWords(lists: Iterable<readonly Word[]>): readonly Word[] {
  return [...new Set([...lists].flat())].sort((one, other) => one - other);
}

/** The word of a place that a package.json or tsconfig.json leads to, whatever refers to it. `*` is any directory. */
export function entryWord(directory: string, name: string): Word {
  return hashText(`entry\0${directory.toLowerCase()}\0${wordOf(name)}`);
}

/** Files that say where others are found, or which of them git sees. */
export const RULES: ReadonlySet<string> = new Set([
  ".gitignore",
  ".gitattributes",
  "jsconfig.json",
  "package.json",
  "tsconfig.json",
]);
const DECIDING = /^(?:node_modules|[jt]sconfig[^/]*\.json)$/;
/** What stands for the directory that it is in. */
const ENTRIES: ReadonlySet<Word> = new Set(["index", "__init__"].map(wordOf));

/** Whether a package.json, or the settings of a compiler, lead to a path, whatever refers to it. */
export function createEntrySight(entries: ReadonlySet<Word>): (path: string) => boolean {
  if (entries.has(ANYTHING)) return () => true;
  const isNamed = (above: string | undefined, name: string): boolean =>
    entries.has(entryWord(above ?? "", name)) || entries.has(entryWord("*", name));
  return (path) => {
    const parts = path.split("/");
    // Any directory on the way may be what they name.
    return parts.some((name, at) => isNamed(parts[at - 1], name));
  };
}

/** Whether a reference could lead to a name in a directory, whose path starts at the root; the root's is empty. */
export type Sight = (directory: string, name: string) => boolean;

/** @param listed directories in which every name counts */
export function createSight(words: ReadonlySet<Word>, listed: ReadonlySet<string> = new Set()): Sight {
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
function hashText(text: string): Word {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
