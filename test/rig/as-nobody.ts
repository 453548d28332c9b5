import { execFileSync, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { PACKAGE_ROOT } from "./package-root.ts";
import type { Ended, Rig } from "./rig.ts";

const BIN = join(PACKAGE_ROOT, "bin/verification");
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Root may do everything, so what is about permissions is done as nobody, whose the rig is from then on. */
export function giveToNobody(rig: Rig): void {
  if (isRoot) execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, dirname(rig.root)]);
}

/** Runs the built command in a process of its own, as nobody where this is root. */
export function runAsNobody(
  rig: Rig,
  args: readonly string[],
  env: Readonly<Record<string, string>> = { HOME: rig.home },
): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: rig.root,
    encoding: "utf8",
    env: { GIT_CONFIG_NOSYSTEM: "1", PATH: process.env["PATH"], ...env },
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  return { status, stdout, stderr };
}
