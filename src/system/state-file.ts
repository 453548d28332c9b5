import { dirname } from "node:path";
import { replaceOwn, type Unwritten } from "./own-file.ts";

export { readSmallFile } from "./small-file.ts";

/** Replaces a file in a directory that is trusted. */
export function replaceFile(path: string, text: string): "written" | Unwritten {
  return replaceOwn({ base: dirname(path), path }, text);
}
