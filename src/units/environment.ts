import { arch, platform } from "node:process";
import type { Check } from "../vocabulary/check.ts";
import { shortHash } from "../vocabulary/short-hash.ts";

/** Variables that change what common tools do, whether a check declares them or not. */
const ALWAYS = ["CI", "LANG", "LC_ALL", "NODE_ENV", "NODE_OPTIONS", "NODE_PATH", "TZ"] as const;

/** A component for each variable that the verdict depends on. Values are hashed: they may be secrets. */
export function environmentComponents(
  check: Check,
  env: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  const names = new Set<string>([...ALWAYS, ...Object.keys(check.env)]);
  const components: Record<string, string> = { platform: `${platform} ${arch}` };
  for (const name of [...names].sort()) {
    const inherited: unknown = env[name];
    // A variable that is not set may be called as what every object has.
    const value = check.env[name] ?? (typeof inherited === "string" ? inherited : undefined);
    components[`env:${name}`] = value === undefined ? "absent" : `set ${shortHash(value)}`;
  }
  return components;
}
