import { join } from "node:path";
import { lstatSync, readdirSync, readFileSync } from "../../system/observed/observed-files.ts";

const CODE = /\.(?:[cm]?js|json)$/;
/** Larger packages are not settings. */
const MOST_FILES = 60;
const MOST_LETTERS = 1024 * 1024;

/** All code of a small installed package; null if the package is larger, or if part of it cannot be read. */
export function packageText(directory: string): string | null {
  const texts: string[] = [];
  const pending = [directory];
  let letters = 0;
  try {
    for (const each of pending)
      for (const name of readdirSync(each)) {
        const path = join(each, name);
        const isDirectory = lstatSync(path).isDirectory();
        if (isDirectory && name !== "node_modules") pending.push(path);
        if (isDirectory || !CODE.test(name)) continue;
        const text = readFileSync(path, "utf8");
        letters += text.length;
        if (texts.push(text) > MOST_FILES || letters > MOST_LETTERS) return null;
      }
  } catch {
    return null;
  }
  return texts.join("\n");
}
