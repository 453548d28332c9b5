import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

const MANIFEST = join(import.meta.dirname, "package.json");

/**
 * The directory with the real tools, in the versions of the lockfile beside package.json: what they depend on is pinned too, so that
 * a release of somebody else's cannot break a test. Installs them where they are missing.
 */
export function installTools(manifest = MANIFEST) {
  const files = [manifest, join(dirname(manifest), "package-lock.json")];
  const digest = createHash("sha256");
  for (const file of files) digest.update(readFileSync(file));
  const directory = join(tmpdir(), `verification-tools-${digest.digest("hex").slice(0, 12)}`);
  const modules = join(directory, "node_modules");
  if (existsSync(modules)) return modules;
  process.stderr.write(`Installing the tools of test/tools/package.json into ${directory}, once.\n`);
  // Made beside it and moved, so that a half-made one is never taken for whole and two at once do not meet.
  const making = `${directory}-${process.pid}`;
  mkdirSync(making, { recursive: true });
  for (const file of files) cpSync(file, join(making, basename(file)));
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"], {
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
