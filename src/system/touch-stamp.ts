import { lstatSync } from "node:fs";
import { encodePath } from "../vocabulary/path.ts";

/**
 * What the file system says about a file, such that it differs after any write to it, also one that puts the
 * same bytes back.
 */
export function touchStamp(path: string): string {
  try {
    const { mtimeMs, ctimeMs, size, ino } = lstatSync(encodePath(path));
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch {
    return "absent";
  }
}
