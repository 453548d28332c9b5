import { readFileSync } from "node:fs";

/** A package that names its own package.json, relative to its code. */
const OWN =
  /(?:[rR]equire\w*(?:\.resolve)?|import|from|URL|__dirname\s*,)\s*\(?\s*["'`]\.{1,2}\/(?:\.\.\/)*package\.json["'`]/g;
/** Lines of comments. */
const COMMENT = /^\s*(?:\/\/|\*).*$/gm;
const NAME = "package.json";
const CODE = /\.[cm]?[jt]sx?$/;

/** Whether the code in a file names a package.json that may belong to another package. */
export function namesManifests(file: string): boolean {
  try {
    const text = readFileSync(file, "latin1");
    if (!text.includes(NAME) || !CODE.test(file)) return text.includes(NAME);
    return text.replace(COMMENT, "").replace(OWN, "").includes(NAME);
  } catch {
    return true;
  }
}
