import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MANIFEST = join(import.meta.dirname, "package.json");

/** The directory with the real tools, in the versions of package.json. Installs them where they are missing. */
export function installTools(manifest = MANIFEST) {
  const digest = createHash("sha256").update(readFileSync(manifest)).digest("hex").slice(0, 12);
  const directory = join(tmpdir(), `verification-tools-${digest}`);
  const modules = join(directory, "node_modules");
  if (existsSync(modules)) return modules;
  process.stderr.write(`Installing the tools of test/tools/package.json into ${directory}, once.\n`);
  // Made beside it and moved, so that a half-made one is never taken for whole and two at once do not meet.
  const making = `${directory}-${process.pid}`;
  mkdirSync(making, { recursive: true });
  cpSync(manifest, join(making, "package.json"));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"], {
    cwd: making,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" },
  });
  try {
    renameSync(making, directory);
  } catch {
    rmSync(making, { recursive: true, force: true });
  }
  return modules;
}

/** The version of an installed tool. */
export function toolVersion(modules, name) {
  return JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8")).version;
}

/** Lets a project use the tools as if it had installed them. */
export function linkTools(root) {
  symlinkSync(installTools(), join(root, "node_modules"));
}
