import { spawn } from "node:child_process";
import { childEnvironment } from "./child-environment.ts";
import { findExecutable } from "./find-executable.ts";

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["explorer.exe"],
};

/** Opens an address where the user looks at pages. False where there is nothing to do that with. */
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
