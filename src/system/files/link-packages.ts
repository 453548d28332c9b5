import {
  copyFileSync,
  type Dirent,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join, relative, sep } from "node:path";
import { isWithin } from "../../paths/is-within.ts";
import { runGit } from "../git/git.ts";
import { foreseeRefusal } from "../own/own-place.ts";
import { splitPaths } from "./path-list.ts";

/** What an installer wrote itself. Other hidden entries are caches of tools, which must not be shared. */
const HIDDEN: ReadonlySet<string> = new Set([
  ".bin",
  ".pnpm",
  ".package-lock.json",
  ".modules.yaml",
  ".yarn-integrity",
  ".yarn-state.yml",
]);

/** The directories of a repository, relative to it, with installed packages. */
export async function findPackageDirectories(root: string): Promise<readonly string[]> {
  const listed = await runGit({ root, args: ["ls-files", "-z", "--", "*package.json"] });
  const manifests = listed.ok ? splitPaths(listed.stdout) : [];
  const directories = new Set([
    "",
    ...manifests.map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))),
  ]);
  return [...directories].filter((directory) => isDirectory(join(root, directory, "node_modules")));
}

/**
 * Makes the installed packages of one checkout available in another, without copying them. A package of the repository
 * itself (a workspace) points to the other checkout's own. Changes nothing in `from`, keeps what exists in `to`, and
 * writes nothing through a link.
 */
export function linkPackages(from: string, to: string, directories: readonly string[]): void {
  for (const directory of directories) {
    const packages = join(to, directory, "node_modules");
    // Another commit may have a link instead of a directory, which would lead out of the checkout.
    if (foreseeRefusal({ base: to, path: packages }) !== null) continue;
    if (!isDirectory(join(to, directory)) || isDirectory(packages)) continue;
    linkEntries(join(from, directory, "node_modules"), packages, { from: realpathSync(from), to });
  }
}

function linkEntries(
  source: string,
  target: string,
  roots: { readonly from: string; readonly to: string },
): void {
  mkdirSync(target);
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const { name } = entry;
    if (name.startsWith(".") && !HIDDEN.has(name)) continue;
    const [path, link] = [join(source, name), join(target, name)];
    if (isGroup(entry)) linkEntries(path, link, roots);
    else if (entry.isFile()) copyFileSync(path, link);
    else linkEntry(path, link, roots);
  }
}

function isGroup(entry: Dirent): boolean {
  return entry.isDirectory() && (entry.name.startsWith("@") || entry.name === ".bin");
}

function linkEntry(
  path: string,
  link: string,
  { from, to }: { readonly from: string; readonly to: string },
): void {
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    // It is broken.
    return;
  }
  const inside = relative(from, real);
  const isOwn = isWithin(from, real) && !inside.split(sep).includes("node_modules");
  symlinkSync(isOwn ? join(to, inside) : path, link, "junction");
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
