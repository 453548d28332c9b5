// A copy of the built package, so that building it again meanwhile does not disturb what is measured.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
let copy = ROOT;

/** Copies what would be published; it is gone when the process ends. */
export function copyPackage() {
  copy = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), "verification-package-"));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  for (const name of ["bin", "dist", "package.json"])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
}

export const packageFile = (path) => join(copy, path);
export const bin = () => packageFile("bin/verification");
