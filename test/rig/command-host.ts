import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { PACKAGE_ROOT } from "./package-root.ts";
import type { Ended } from "./rig.ts";

const HOST = join(PACKAGE_ROOT, "test/rig/command-host.cjs");

interface Request {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const idle: ChildProcess[] = [];

/** Runs the built command in a process that is kept for the next time. Two at once have a process each. */
export async function runHosted(request: Request): Promise<Ended> {
  const host = idle.pop() ?? fork(HOST, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  host.ref();
  host.channel?.ref();
  const ended = await new Promise<Ended>((resolve, reject) => {
    const onExit = (status: number | null): void =>
      reject(new Error(`The command ended its process: ${status}`));
    host.once("exit", onExit);
    host.once("message", (answer: { readonly ended: Ended } | { readonly error: string }) => {
      host.off("exit", onExit);
      if ("ended" in answer) resolve(answer.ended);
      else reject(new Error(answer.error));
    });
    host.send(request);
  });
  host.unref();
  host.channel?.unref();
  idle.push(host);
  return ended;
}
