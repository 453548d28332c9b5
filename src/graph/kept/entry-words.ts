import { dirname, isAbsolute, join } from "node:path";
import { ANYTHING, entryWord, joinWords, type NameWord } from "../../paths/name-words.ts";
import { parseJson } from "../data/parse-json.ts";
import type { DataNode } from "../data/tree.ts";

const MANIFEST = /(?:^|\/)package\.json$/;
const SETTINGS = /(?:^|\/)[jt]sconfig[^/]*\.json$/;
const ENTRY_FIELDS = [
  "exports",
  "imports",
  "main",
  "module",
  "types",
  "typings",
  "browser",
  "typesVersions",
  "bin",
];

export interface EntryOptions {
  readonly root: string;
  /** All files that may be a package.json or compiler settings, as paths below the root. */
  readonly paths: readonly string[];
  /** Takes an absolute path; undefined if it cannot be read. */
  readonly read: (absolute: string) => string | undefined;
}

/** Whether a file may define a package's entry, or where imports lead. */
export function saysEntries(path: string): boolean {
  return MANIFEST.test(path) || SETTINGS.test(path);
}

/**
 * The words of all places that package.json files and compiler settings lead to. A resolver reads these files itself,
 * so we do not see which of the places it tries.
 */
export function listEntryWords({ root, paths, read }: EntryOptions): readonly NameWord[] {
  const words: NameWord[] = [];
  const pending = new Set(paths.filter(saysEntries).map((path) => join(root, path)));
  for (const file of pending) {
    const text = read(file) ?? "";
    const parsed = parseJson(text);
    if (!parsed.ok) {
      // A more tolerant reader may find places in it.
      if (text.trim() !== "") words.push(ANYTHING);
      continue;
    }
    const directory = dirname(file);
    const isManifest = MANIFEST.test(file) && directory.startsWith(root);
    const places = isManifest ? entriesIn(parsed.root) : pathsIn(parsed.root);
    for (const place of places) words.push(...wordsOf(place, directory === root ? "" : directory));
    if (isManifest) continue;
    for (const extended of texts(field(parsed.root, "extends"))) {
      words.push(...wordsOf(extended, directory === root ? "" : directory));
      for (const found of settingsAt(extended, directory)) if (read(found) !== undefined) pending.add(found);
    }
  }
  return joinWords([words]);
}

function entriesIn(root: DataNode): readonly string[] {
  return ENTRY_FIELDS.flatMap((name) => texts(field(root, name)));
}

function pathsIn(root: DataNode): readonly string[] {
  const options = field(root, "compilerOptions");
  return [...texts(field(options, "paths")), ...texts(field(root, "references"))];
}

/** The file name with its directory's name, or with `*` if that may be any. */
function wordsOf(place: string, directory: string): readonly NameWord[] {
  const parts = place.split("/").filter((part) => part !== "" && part !== ".");
  const name = parts.at(-1);
  if (name === undefined) return [];
  // The import itself has a word for this, except for a composed name.
  if (name.includes("*")) return /^\*(?:\.[\w.]+)?$/.test(name) ? [] : [ANYTHING];
  const above = parts.at(-2);
  if (above === undefined) return [entryWord(directory.slice(directory.lastIndexOf("/") + 1), name)];
  return [entryWord(/^\.\.$|[*$]/.test(above) ? "*" : above, name), entryWord("src", name)];
}

/** The possible locations of extended settings. */
function settingsAt(extended: string, directory: string): readonly string[] {
  const endings = ["", ".json", "/tsconfig.json"];
  if (isAbsolute(extended) || extended.startsWith("."))
    return endings.map((ending) => join(isAbsolute(extended) ? "/" : directory, extended + ending));
  const above: string[] = [];
  for (let at = directory; ; at = dirname(at)) {
    above.push(...endings.map((ending) => join(at, "node_modules", extended + ending)));
    if (at === dirname(at)) return above;
  }
}

function field(node: DataNode | undefined, key: string): DataNode | undefined {
  return node?.kind === "map" ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}

/** Every string inside, at any depth. */
function texts(node: DataNode | undefined): readonly string[] {
  if (node?.kind === "list") return node.items.flatMap(texts);
  if (node?.kind === "map") return node.entries.flatMap((entry) => texts(entry.value));
  return node?.kind === "scalar" && typeof node.value === "string" ? [node.value] : [];
}
