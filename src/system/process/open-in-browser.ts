import { spawn } from "node:child_process";
import { childEnvironment } from "./child-environment.ts";
import { findExecutable } from "./find-executable.ts";

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["explorer.exe"],
};

/** Opens an address in the user's browser. False if there is none. */
export function openInBrowser(address: string, env: NodeJS.ProcessEnv): boolean {
  const names = OPENERS[process.platform] ?? ["xdg-open", "wslview"];
  const path = env["PATH"] ?? "";
  for (const name of names) {
    const found = findExecutable(name, { cwd: "/", path });
    if (found.type !== "found") continue;
    const child = spawn(found.path, [address], {
      env: childEnvironment(env),
      stdio: "ignore",
      detached: true,
    });
    child.on("error", () => {});
    child.unref();
    return true;
  }
  return false;
}
