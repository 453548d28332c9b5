import { hashBlob } from "../../system/files/hash-blob.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import { extract, unreadable } from "../extract.ts";
import type { ExtractOptions } from "../extraction.ts";
import type { ExtractedFile, ListedFile } from "./work.ts";

/** Extracts a file. One that cannot be read may refer to anything. */
export async function extractOne(
  [path, id]: ListedFile,
  read: (path: RepoPath) => Buffer,
  options: ExtractOptions,
): Promise<ExtractedFile> {
  const bytes = tryRead(read, path);
  if (bytes === undefined) return { json: JSON.stringify(unreadable(path)), isListed: false };
  return { json: JSON.stringify(await extract(path, bytes, options)), isListed: isContent(bytes, id) };
}

function isContent(bytes: Buffer, id: ContentId | undefined): boolean {
  return id !== undefined && hashBlob(bytes, id.length === 64 ? "sha256" : "sha1") === id;
}

export function tryRead(read: (path: RepoPath) => Buffer, path: RepoPath): Buffer | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}
