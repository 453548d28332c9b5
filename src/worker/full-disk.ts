import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Less than that, in bytes, and commands may fail for no fault of their own. */
const LEAST_FREE = 32 * 1024 * 1024;

/** What programs say where there is no room. */
export const NO_SPACE = /ENOSPC|No space left on device|Disk quota exceeded/i;

/** Which disk that commands use is full; null if none is. */
export function findFullDisk(root: string): string | null {
  for (const place of [root, tmpdir()]) {
    try {
      const { bavail, bsize } = statfsSync(place);
      if (bavail * bsize < LEAST_FREE)
        return `the disk with ${place === root ? "its checkouts" : place} is full`;
    } catch {
      return `${place} cannot be looked at`;
    }
  }
  return null;
}
