import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { onTestFinished } from "vitest";
import { makeDir } from "./support.ts";

/** A file system of its own, of so many bytes; null where this user may not mount one. */
export function mountSmallDisk(
  size: string,
): { readonly dir: string; readonly makeReadOnly: () => void } | null {
  if (process.env["STORE_NO_MOUNT"] !== undefined) return null;
  const dir = makeDir();
  mkdirSync(dir, { recursive: true });
  if (!succeeds("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", dir)) return null;
  onTestFinished(() => void succeeds("umount", "-l", dir));
  return { dir, makeReadOnly: () => void execFileSync("mount", ["-o", "remount,ro", dir]) };
}

function succeeds(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
