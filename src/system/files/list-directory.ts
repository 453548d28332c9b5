import { readdirSync } from "node:fs";
import { decodePath, encodePath } from "../../paths/encode-path.ts";
import { reasonOf, type Unavailable } from "./file-stat.ts";

/** The names in a directory, ordered by their bytes, which are preserved. */
export function listDirectory(path: string): readonly string[] | Unavailable {
  try {
    const names = readdirSync(encodePath(path), "buffer");
    return names.sort((one, other) => one.compare(other)).map(decodePath);
  } catch (error) {
    return reasonOf(error);
  }
}
