import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runProcess } from "../run/run-process.ts";
import { runGit } from "../system/git/git.ts";
import { findExecutable, searchPath } from "../system/process/find-executable.ts";

/** The command that installs packages exactly as in a lockfile, by the name of the lockfile. */
const INSTALLERS: readonly (readonly [lock: string, command: readonly string[]])[] = [
  ["pnpm-lock.yaml", ["pnpm", "install", "--frozen-lockfile"]],
  ["yarn.lock", ["yarn", "install", "--frozen-lockfile"]],
  ["bun.lock", ["bun", "install", "--frozen-lockfile"]],
  ["bun.lockb", ["bun", "install", "--frozen-lockfile"]],
  ["npm-shrinkwrap.json", ["npm", "ci", "--no-audit", "--no-fund"]],
  ["package-lock.json", ["npm", "ci", "--no-audit", "--no-fund"]],
];

/** Newer versions of yarn have this file, and another option. */
const BERRY = ".yarnrc.yml";
const BERRY_COMMAND: readonly string[] = ["yarn", "install", "--immutable"];

/** The files that decide which packages are installed, and how. */
const DECIDING = new Set([
  ...INSTALLERS.map(([lock]) => lock),
  ".npmrc",
  ".yarnrc",
  BERRY,
  "pnpm-workspace.yaml",
]);

const MOST_MS = 15 * 60_000;

/** A digest of all lockfiles of a tree; null if its root has none, so that nothing is installed. */
export async function lockOf(root: string, tree: string): Promise<string | null> {
  const listed = await runGit({ root, args: ["ls-tree", "-r", "-z", tree] });
  if (!listed.ok) return null;
  const entries = listed.stdout.toString("utf8").split("\0");
  const deciding = entries.filter((entry) => DECIDING.has(entry.slice(entry.search(/[^/\t]*$/))));
  const atRoot = new Set(entries.map((entry) => entry.slice(entry.indexOf("\t") + 1)));
  const isInstalled = INSTALLERS.some(([lock]) => atRoot.has(lock)) && atRoot.has("package.json");
  return isInstalled ? hash("sha256", JSON.stringify(deciding), "hex") : null;
}

function installerOf(root: string): readonly string[] | null {
  const has = (name: string): boolean => existsSync(join(root, name));
  if (!has("package.json")) return null;
  const command = INSTALLERS.find(([lock]) => has(lock))?.[1] ?? null;
  return command?.[0] === "yarn" && has(BERRY) ? BERRY_COMMAND : command;
}

/** Installs the packages of a checkout from its lockfile. Null, or why that failed. */
export async function installPackages(root: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const [command = "", ...args] = installerOf(root) ?? [];
  if (command === "") return null;
  const path = searchPath({ cwd: root, root, env });
  const found = findExecutable(command, { cwd: root, path });
  if (found.type !== "found") return `${command} is not installed here`;
  const { end, stderr, stdout } = await runProcess({
    start: { command: found.path, args },
    cwd: root,
    env: { ...env, CI: env["CI"] ?? "1", PATH: path },
    timeout: MOST_MS,
    stop: new AbortController().signal,
    watch: null,
  });
  if (end.type === "exited" && end.code === 0) return null;
  const output = `${stderr.toString()}\n${stdout.toString()}`.trim().split("\n").slice(-3).join(" ");
  return `${command} ${args[0] ?? ""} failed: ${output.slice(0, 300)}`;
}
