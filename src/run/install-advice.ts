import { existsSync } from "node:fs";
import { join } from "node:path";

/** The file by which a repository says how its packages are installed, and the command that does it. */
const MANAGERS = [
  ["pnpm-lock.yaml", "pnpm install"],
  ["yarn.lock", "yarn install"],
  ["bun.lock", "bun install"],
  ["bun.lockb", "bun install"],
] as const;

/** How to get the packages of a repository that has none installed; null where that is not what is missing. */
export function installAdvice(root: string): string | null {
  const has = (name: string): boolean => existsSync(join(root, name));
  if (!has("package.json") || has("node_modules") || has(".pnp.cjs")) return null;
  const command = MANAGERS.find(([lock]) => has(lock))?.[1] ?? "npm install";
  return `No packages are installed here: run ${command}.`;
}
