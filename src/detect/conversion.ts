import { decodePath, type RepoPath } from "../vocabulary/path.ts";

/** Attributes by which git stores other bytes than those in the working tree. */
const CONVERTING = new Set(["text", "crlf", "eol", "ident", "filter", "working-tree-encoding"]);

/**
 * Which files git may convert between the working tree and its blobs, so that a blob's id need not be that of
 * the bytes on disk. Reads `git check-attr -z -a`, which lists only attributes that are set; null means that
 * it could not be found out, and then every file may be.
 */
export function parseConversion(output: Buffer | null, byDefault: boolean): (path: RepoPath) => boolean {
  if (output === null) return () => true;
  const converting = new Set<string>();
  const exempt = new Set<string>();
  let start = 0;
  const field = (): Buffer => {
    const end = output.indexOf(0, start);
    const bytes = output.subarray(start, end);
    start = end + 1;
    return bytes;
  };
  while (start < output.length) {
    const [path, attribute, value] = [field(), field().toString("latin1"), field().toString("latin1")];
    if (!CONVERTING.has(attribute)) continue;
    if (value !== "unset") converting.add(decodePath(path));
    else if (attribute === "text") exempt.add(decodePath(path));
  }
  return (path) => converting.has(path) || (byDefault && !exempt.has(path));
}
