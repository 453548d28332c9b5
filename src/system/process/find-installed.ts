import { dirname, join } from "node:path";
import { readSmallFile } from "../files/small-file.ts";

const SIZE_LIMIT = 1024 * 1024;

/** The version of the package that Node finds from a directory, no further up than `top`; null if it finds none. */
export function findInstalled(name: string, directory: string, top: string): string | null {
  for (let at = directory; ; at = dirname(at)) {
    const found = readSmallFile(join(at, "node_modules", name, "package.json"), SIZE_LIMIT);
    if (typeof found === "object") return versionIn(found.text);
    if (at === top || dirname(at) === at) return null;
  }
}

function versionIn(text: string): string | null {
  try {
    const { version } = JSON.parse(text) as { readonly version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}
