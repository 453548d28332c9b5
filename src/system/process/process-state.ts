import { readdirSync, readFileSync } from "node:fs";

/** The numbers of all processes; null where the system does not tell. */
export function processIds(): readonly number[] | null {
  try {
    return readdirSync("/proc").flatMap((entry) => (/^\d+$/.test(entry) ? [Number(entry)] : []));
  } catch {
    return null;
  }
}

/** Empty where the process is gone, or belongs to somebody else. */
export function readProcess(pid: number, file: "stat" | "status" | "environ" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}

/** Whether a process, or a thread, still runs. One that only waits to be buried does not. */
export function isRunning(pid: number): boolean {
  return /\) [^ZX] /.test(readProcess(pid, "stat"));
}

/** The process that traces this one; 0 where there is none, null where it is gone. */
export function tracerOf(pid: number): number | null {
  const status = readProcess(pid, "status");
  const [, tracer] = /^TracerPid:\t(\d+)$/m.exec(status) ?? [];
  return tracer === undefined || /^State:\t[ZX]/m.test(status) ? null : Number(tracer);
}
