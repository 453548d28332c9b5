import { hash } from "node:crypto";
import { encodePath } from "../../paths/encode-path.ts";
import { readFileSync } from "../../system/observed/observed-files.ts";

/** Files of installers that mention the checkout's path or the time: the same packages must be the same everywhere. */
const PORTABLE = /(?:^|\/)node_modules\/(?:\.bin\/[^/]+|\.modules\.yaml)$/;
/** When the installer last cleaned up, and where it keeps its downloads. */
const INCIDENTAL = /^\s*"?(?:prunedAt|storeDir)"?:.*$/gm;

/** Whether a file counts without the checkout's path and the time of installation. */
export function isPortable(path: string): boolean {
  return PORTABLE.test(path);
}

/** The content id of such a file, independent of the root's path; null if the file cannot be read. */
export function portableId(absolute: string, root: string): string | null {
  try {
    const text = readFileSync(encodePath(absolute), "latin1");
    const here = Buffer.from(root).toString("latin1");
    return `portable ${hash("sha256", text.replaceAll(INCIDENTAL, "").replaceAll(here, "{root}"), "hex").slice(0, 40)}`;
  } catch {
    return null;
  }
}
