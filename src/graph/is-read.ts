import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import { extensionOf } from "./extract.ts";
import type { Resolution } from "./resolve/resolution.ts";

/** Kinds of file that by their nature refer to no other. */
const SELF_CONTAINED: ReadonlySet<string> = new Set(
  [
    "txt csv tsv log snap map lock lockb pdf",
    "png apng jpg jpeg gif webp avif bmp ico icns tif tiff heic psd",
    "woff woff2 ttf otf eot",
    "mp3 wav ogg oga flac m4a aac opus mid midi",
    "mp4 m4v webm mov avi mkv ogv",
    "zip gz tgz bz2 xz zst br tar 7z rar jar",
  ].flatMap((list) => list.split(" ")),
);

const LOCK_FILE = /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$/;
const LEGAL = /^(?:licen[cs]e|copying|notice|authors|contributors|patents)(?:-[a-z]+(?:-\d+(?:\.\d+)*)?)?$/i;
const DOT_FILE = /^\.(?:[a-z]+ignore|gitattributes|gitkeep|keep|nvmrc|node-version)$/;

/**
 * Whether the graph knows all that a file of this name refers to: its language is extracted, or it is of a kind
 * that refers to nothing. Of any other file it has to be assumed that it refers to anything.
 */
export function isRead(path: RepoPath): boolean {
  if (extensionOf(path) !== undefined) return true;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (LOCK_FILE.test(name) || LEGAL.test(name) || DOT_FILE.test(name)) return true;
  const dot = name.lastIndexOf(".");
  return dot > 0 && SELF_CONTAINED.has(name.slice(dot + 1).toLowerCase());
}

/** The same in a tree, where a link refers to what is behind it, and to nothing else. */
export function createIsRead(
  graph: { references(path: RepoPath): readonly { readonly resolution: Resolution }[] },
  { files }: Snapshot,
): (path: RepoPath) => boolean {
  const isReadLink = (path: RepoPath): boolean =>
    graph
      .references(path)
      .every(({ resolution }) => [...resolution.files, ...resolution.outside].every((each) => isRead(each)));
  return (path) => isRead(path) || (files.get(path)?.kind === "symlink" && isReadLink(path));
}
