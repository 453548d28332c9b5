import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";

/** Reads files below a directory by their relative paths. Throws if a file cannot be read. */
export function createFileReader(root: string): (path: string) => Buffer {
  return (path) => readFileSync(encodePath(join(root, path)));
}
