import { readdirSync, readFileSync } from "node:fs";

/** The ids of all processes; null if the system does not tell. */
export function processIds(): readonly number[] | null {
  try {
    return readdirSync("/proc").flatMap((entry) => (/^\d+$/.test(entry) ? [Number(entry)] : []));
  } catch {
    return null;
  }
}

/** Empty if the process is gone, or belongs to somebody else. */
export function readProcess(pid: number, file: "stat" | "status" | "environ" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}

/** Whether a process, or a thread, is still running. A zombie is not. */
export function isRunning(pid: number): boolean {
  return /\) [^ZX] /.test(readProcess(pid, "stat"));
}

/** The process that traces this one; 0 if there is none, null if it is gone. */
export function tracerOf(pid: number): number | null {
  const status = readProcess(pid, "status");
  const [, tracer] = /^TracerPid:\t(\d+)$/m.exec(status) ?? [];
  return tracer === undefined || /^State:\t[ZX]/m.test(status) ? null : Number(tracer);
}
