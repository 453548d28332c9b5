import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readSmallFile } from "../../system/files/small-file.ts";
import { notePath } from "../../system/observed/path-notes.ts";
import type { FileIndex } from "./file-index.ts";
import { META_FILE } from "./meta.ts";

const ARTIFACT_LIMIT = 2 * 1024 * 1024;
const LONGEST_PATH = 4096;
/** Each is compared with every file. */
const MOST_GLOBS = 200;

/** What an artifact's text may cite: link targets, inline code, and every word that looks like a path. */
export function citationsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (raw: string | undefined): void => {
    if (raw === undefined || raw.length > LONGEST_PATH) return;
    const path = plainPath(raw);
    if (path !== "" && !path.includes("://")) found.add(path);
  };
  for (const match of text.matchAll(/`([^`\n]+)`/g)) add(match[1]);
  for (const match of text.matchAll(/\]\(\s*(?:<([^>\n]+)>|([^\s)]+))/g))
    add(unescape(match[1] ?? match[2] ?? ""));
  for (const match of text.matchAll(/^ {0,3}\[[^\]\n]+\]:[ \t]*(\S+)/gm)) add(unescape(match[1] ?? ""));
  for (const word of text.split(/[\s`|()[\]<>"',;{}]+/)) if (/[./]/.test(word)) add(word);
  return found;
}

/** Without an anchor, a line number, or punctuation at the end of a sentence. */
function plainPath(raw: string): string {
  const [path = ""] = raw.trim().split(/[#?]/, 1);
  const plain = trimEnd(trimEnd(path, ".,:;!").replace(/(?::\d{1,9}(?:-\d{1,9})?){1,2}$/, ""), ".,:;!");
  return plain.replace(/^(?:\.\/)+/, "");
}

/** A loop, because a regular expression would scan a long run of such characters again from each of them. */
function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function unescape(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Which of the files are cited by a text in `directory`: by name, by a directory above them, or by a glob. */
export function matchCitations(
  citations: Iterable<string>,
  directory: string,
  files: FileIndex,
): ReadonlySet<string> {
  const cited = new Set<string>();
  const add = (paths: readonly string[]): void => {
    for (const path of paths) cited.add(path);
  };
  let globs = 0;
  for (const citation of citations) {
    for (const path of [citation.replace(/^\/+/, ""), joined(directory, citation)]) {
      if (path === null || path === "") continue;
      if (files.has(path)) cited.add(path);
      else {
        const below = citation.includes("/") ? files.below(trimEnd(path, "/")) : [];
        if (below.length > 0) add(below);
        else if (path.includes("*") && path.includes("/") && globs++ < MOST_GLOBS) add(files.matching(path));
      }
    }
  }
  return cited;
}

/** Null if it leaves the repository. */
function joined(directory: string, path: string): string | null {
  const parts = directory.split("/");
  for (const part of path.split("/")) {
    if (part === ".." && parts.pop() === undefined) return null;
    if (part !== ".." && part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** The artifacts of an item: every file in its directory except its record, relative to that directory and sorted. */
export function listArtifacts(dir: string): readonly string[] {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
      .filter((path) => path !== META_FILE && !path.startsWith(`${META_FILE}.`))
      .sort();
  } catch {
    return [];
  }
}

/**
 * Which files an item's artifacts cite. `directory` is the item's, relative to the root; its own files do not count.
 */
export function citedFiles(options: {
  readonly dir: string;
  readonly directory: string;
  readonly files: FileIndex;
}): ReadonlySet<string> {
  const { dir, directory, files } = options;
  const cited = new Set<string>();
  for (const artifact of listArtifacts(dir)) {
    notePath(join(dir, artifact), "thing");
    const read = readSmallFile(join(dir, artifact), ARTIFACT_LIMIT);
    if (typeof read === "string") continue;
    const folder = [directory, ...artifact.split("/").slice(0, -1)].join("/");
    for (const path of matchCitations(citationsIn(read.text), folder, files)) cited.add(path);
  }
  for (const path of cited) if (path.startsWith(`${directory}/`)) cited.delete(path);
  return cited;
}
