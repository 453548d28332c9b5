import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Every byte below a directory, and what is there beside files. */
export function everything(directory: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(directory, { recursive: true, encoding: "utf8" }).sort()) {
    const absolute = join(directory, path);
    const stat = lstatSync(absolute);
    found[path] = stat.isSymbolicLink()
      ? readlinkSync(absolute)
      : stat.isFile()
        ? createHash("sha256").update(readFileSync(absolute)).digest("hex")
        : "directory";
  }
  return found;
}
