import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A program of `processes/`, started. */
export interface Program {
  readonly child: ChildProcess;
  /** It has opened its store. */
  readonly ready: Promise<unknown>;
  readonly ended: Promise<unknown>;
  /** The whole lines that it has printed. */
  readonly lines: () => readonly string[];
}

export function startProgram(compiled: string, name: string, args: readonly string[]): Program {
  const child = spawn(process.execPath, [join(compiled, "test/store/processes", `${name}.js`), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stderr.on("data", (chunk: Buffer) => (printed += `stderr: ${chunk.toString()}`));
  const ready = new Promise((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes("ready\n")) resolve(null);
    });
  });
  const lines = (): readonly string[] => printed.slice(0, printed.lastIndexOf("\n")).split("\n");
  return { child, ready, ended: once(child, "close"), lines };
}
