import { existsSync } from "node:fs";
import { join } from "node:path";

/** A file that shows which package manager a repository uses, and the command that installs its packages. */
const MANAGERS = [
  ["pnpm-lock.yaml", "pnpm install"],
  ["yarn.lock", "yarn install"],
  ["bun.lock", "bun install"],
  ["bun.lockb", "bun install"],
] as const;

/** How to install the packages of a repository that has none installed; null if they are not what is missing. */
export function installAdvice(root: string): string | null {
  const has = (name: string): boolean => existsSync(join(root, name));
  if (!has("package.json") || has("node_modules") || has(".pnp.cjs")) return null;
  const command = MANAGERS.find(([lock]) => has(lock))?.[1] ?? "npm install";
  return `No packages are installed here: run ${command}.`;
}
