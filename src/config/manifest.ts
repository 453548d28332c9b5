import { join } from "node:path";
import { existsSync, readFileSync } from "../system/observed/observed-files.ts";

/** The fields of a package.json that are used. They may have any type. */
export interface PackageJson {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly scripts?: Readonly<Record<string, unknown>>;
  readonly packageManager?: unknown;
  readonly workspaces?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export function packageManager(root: string, manifest: PackageJson): string {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest.packageManager ?? ""))?.[1];
  if (named !== undefined) return named;
  const lockfiles = { "pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn", "bun.lock": "bun", "bun.lockb": "bun" };
  return Object.entries(lockfiles).find(([file]) => existsSync(join(root, file)))?.[1] ?? "npm";
}

export function readManifest(directory: string): PackageJson | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    const { scripts, ...rest } = value as PackageJson;
    return typeof scripts === "object" && scripts !== null ? { ...rest, scripts } : rest;
  } catch {
    return null;
  }
}
