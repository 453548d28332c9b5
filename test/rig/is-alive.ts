import { readFileSync } from "node:fs";

/** Whether a process still runs. A zombie is dead; it only has not been buried. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) throw new Error(`${pid} is no process`);
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
