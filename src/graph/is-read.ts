import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import { extensionOf } from "./extract.ts";
import type { Resolution } from "./resolve/resolution.ts";

/** Kinds of file that never refer to others. */
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
 * Whether the graph knows everything that a file of this name refers to: we extract its language, or its kind refers to
 * nothing. Any other file may refer to anything.
 */
export function isRead(path: RepoPath): boolean {
  if (extensionOf(path) !== undefined) return true;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (LOCK_FILE.test(name) || LEGAL.test(name) || DOT_FILE.test(name)) return true;
  const dot = name.lastIndexOf(".");
  return dot > 0 && SELF_CONTAINED.has(name.slice(dot + 1).toLowerCase());
}

/** The same for a file of a tree, where a link refers only to its target. */
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
