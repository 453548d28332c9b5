import { hash } from "node:crypto";
import { encodePath } from "../../paths/encode-path.ts";
import { readFileSync } from "../../system/observed/observed-files.ts";

/** What installers write that names the checkout itself, or the moment: the same packages must be the same everywhere. */
const PORTABLE = /(?:^|\/)node_modules\/(?:\.bin\/[^/]+|\.modules\.yaml)$/;
/** When the installer last tidied up, and where it keeps its downloads. */
const INCIDENTAL = /^\s*"?(?:prunedAt|storeDir)"?:.*$/gm;

/** Whether a file counts without where the checkout lies and when its packages were installed. */
export function isPortable(path: string): boolean {
  return PORTABLE.test(path);
}

/** What such a file says, wherever the root is; null where it cannot be read. */
export function portableId(absolute: string, root: string): string | null {
  try {
    const text = readFileSync(encodePath(absolute), "latin1");
    const here = Buffer.from(root).toString("latin1");
    return `portable ${hash("sha256", text.replaceAll(INCIDENTAL, "").replaceAll(here, "{root}"), "hex").slice(0, 40)}`;
  } catch {
    return null;
  }
}
