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

/**
 * Runs the built command in a process that is kept for the next time. Two at once have a process each. Where it takes
 * longer than `patience`, in milliseconds, it is killed, and the promise rejected.
 */
export async function runHosted(
  request: Request,
  { patience }: { readonly patience?: number } = {},
): Promise<Ended> {
  const host = idle.pop() ?? fork(HOST, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  host.ref();
  host.channel?.ref();
  const timer = patience === undefined ? undefined : setTimeout(() => host.kill("SIGKILL"), patience);
  try {
    const ended = await new Promise<Ended>((resolve, reject) => {
      const onExit = (status: number | null, signal: string | null): void =>
        reject(new Error(`The command ended its process: ${status ?? signal}`));
      host.once("exit", onExit);
      host.once("message", (answer: { readonly ended: Ended } | { readonly error: string }) => {
        host.off("exit", onExit);
        if ("ended" in answer) resolve(answer.ended);
        else reject(new Error(answer.error));
      });
      host.send(request);
    });
    idle.push(host);
    return ended;
  } finally {
    clearTimeout(timer);
    host.unref();
    host.channel?.unref();
  }
}
