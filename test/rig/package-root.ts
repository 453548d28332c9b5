import { existsSync } from "node:fs";
import { join } from "node:path";

const HERE = join(import.meta.dirname, "../..");

/** Where this package is. Compiled for the proof, this file lies elsewhere, and the proof is run from there. */
export const PACKAGE_ROOT: string = existsSync(join(HERE, "bin/verification")) ? HERE : process.cwd();
