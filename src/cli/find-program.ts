import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { packageManager, readManifest } from "../config/manifest.ts";
import { ON_PATH, type Program } from "../report/as-typed.ts";
import { findExecutable } from "../system/process/find-executable.ts";

const COMMAND = "verification";
const PACKAGE = "incremental-verification";

/** How to start a command of an installed package, and of a package that is not installed. */
const STARTERS: Readonly<Record<string, { readonly installed: Program; readonly fetched: Program }>> = {
  npm: { installed: ["npx"], fetched: ["npx"] },
  pnpm: { installed: ["pnpm", "exec"], fetched: ["pnpm", "dlx"] },
  // Yarn 1 cannot fetch packages to run them.
  yarn: { installed: ["yarn"], fetched: ["npx"] },
  bun: { installed: ["bunx"], fetched: ["bunx"] },
};

/**
 * How the user can type this command. If it is not installed, by the name of its package, because `npx verification`
 * would fetch another package.
 */
export function findProgram({
  cwd,
  env,
}: {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}): Program {
  const path = ownPath(env).join(delimiter);
  if (path !== "" && findExecutable(COMMAND, { cwd, path }).type === "found") return ON_PATH;
  const directories = listUpwards(cwd);
  const home =
    directories.find(hasLock) ?? directories.find((each) => existsSync(join(each, "package.json")));
  const manager = home === undefined ? "npm" : packageManager(home, readManifest(home) ?? {});
  const { installed, fetched } = STARTERS[manager] as (typeof STARTERS)[string];
  return directories.some(isInstalled) ? [...installed, COMMAND] : [...fetched, PACKAGE];
}

/**
 * The user's own PATH. A package manager adds directories of installed packages for what it starts, and npx its
 * cache: the user's shell does not have these.
 */
function ownPath(env: NodeJS.ProcessEnv): readonly string[] {
  const all = (env["PATH"] ?? env["Path"] ?? "").split(delimiter);
  return all.filter(
    (each) =>
      each !== "" && !/[\\/]?node_modules[\\/]\.bin[\\/]?$/.test(each) && each !== env["BERRY_BIN_FOLDER"],
  );
}

function listUpwards(from: string): readonly string[] {
  const above = dirname(from);
  return above === from ? [from] : [from, ...listUpwards(above)];
}

function hasLock(directory: string): boolean {
  const names = ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"];
  return names.some((name) => existsSync(join(directory, name)));
}

/** Yarn may have no directory of commands. */
function isInstalled(directory: string): boolean {
  const commands = join(directory, "node_modules", ".bin");
  if (findExecutable(COMMAND, { cwd: directory, path: commands }).type === "found") return true;
  const manifest = readManifest(directory);
  if (manifest === null) return false;
  const isDeclared = [manifest.dependencies, manifest.devDependencies].some(
    (each) => each?.[PACKAGE] !== undefined,
  );
  return manifest.name === PACKAGE || (isDeclared && existsSync(join(directory, ".pnp.cjs")));
}
