import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** With fewer free bytes, commands may fail through no fault of their own. */
const LEAST_FREE = 32 * 1024 * 1024;

/** The messages of programs when the disk is full. */
export const NO_SPACE = /ENOSPC|No space left on device|Disk quota exceeded/i;

/** The first full disk that commands use; null if there is none. */
export function findFullDisk(root: string): string | null {
  for (const place of [root, tmpdir()]) {
    try {
      const { bavail, bsize } = statfsSync(place);
      if (bavail * bsize < LEAST_FREE)
        return `the disk with ${place === root ? "its checkouts" : place} is full`;
    } catch {
      return `${place} cannot be checked`;
    }
  }
  return null;
}
