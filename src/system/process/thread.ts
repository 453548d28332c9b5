import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Thread {
  readonly send: (message: unknown) => void;
  /** Fulfilled when it has ended, in whichever way, and everything that it has sent has arrived. */
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/**
 * Starts a built file of this program as a thread. Undefined if that is not possible. It keeps the process alive only once it
 * has been sent something.
 */
export function startThread(name: string, onMessage: (message: unknown) => void): Thread | undefined {
  const file = findBuilt(name);
  if (file === undefined) return undefined;
  try {
    // Loaded only here, because most runs start no thread.
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    const worker = new Worker(file, { execArgv: [], stdout: true, stderr: true });
    const ended = new Promise<void>((resolve) => worker.on("exit", () => resolve()));
    worker.on("message", onMessage);
    // It ends, which the caller notices.
    worker.on("error", () => {});
    worker.unref();
    const send = (message: unknown): void => {
      worker.ref();
      worker.postMessage(message);
    };
    return { send, ended, end: () => void worker.terminate() };
  } catch {
    return undefined;
  }
}

/** Beside this program, or in `dist` if it runs from source. */
function findBuilt(name: string): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, name), join(here, "../../../dist", name)].find((place) => existsSync(place));
}
