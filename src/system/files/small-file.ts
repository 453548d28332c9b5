import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { encodePath } from "../../paths/encode-path.ts";
import { reasonOf, type Unavailable } from "./file-stat.ts";

/**
 * The text of a regular file of the user, also through a link; the tool's own files are read by `readOwn`. Anything
 * else, or a file larger than `limit` bytes, is "unreadable".
 */
export function readSmallFile(path: string, limit: number): { readonly text: string } | Unavailable {
  const bytes = readSmallBytes(path, limit);
  return typeof bytes === "string" ? bytes : { text: bytes.toString("utf8") };
}

/** The bytes of a regular file, under the same conditions. */
export function readSmallBytes(path: string, limit: number): Buffer | Unavailable {
  let fd: number;
  try {
    fd = openSync(encodePath(path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return reasonOf(error);
  }
  try {
    const stat = fstatSync(fd);
    return stat.isFile() && stat.size <= limit ? readFileSync(fd) : "unreadable";
  } catch (error) {
    return reasonOf(error);
  } finally {
    closeSync(fd);
  }
}
