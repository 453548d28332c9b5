import { statPath } from "../../system/files/file-stat.ts";

/** A moment, by the clock with which a file system notes when something happens to a file. */
export interface FileClock {
  /** In nanoseconds since 1970. What happens to a file after that moment gets this time or a later one. */
  readonly since: bigint;
  /** Whether the machine's clock was set back since that moment: then times prove nothing. */
  readonly wasSetBack: () => boolean;
}

/** How far the time of a file can be behind the clock of the machine, in milliseconds. */
const LAG = 20;

/**
 * Notes this moment. Reads the clock of the file system from a file that was written just now: it is a little behind the
 * machine's, and over a network it is another one. Without such a file, the machine's clock is used.
 */
export function startFileClock(
  justWritten: string | null,
  { wall = Date.now, steady = () => performance.now() } = {},
): FileClock {
  const start = wall() - steady();
  const written = justWritten === null ? null : timeOf(justWritten);
  return {
    since: written ?? BigInt(Math.floor(wall() - LAG)) * 1_000_000n,
    wasSetBack: () => wall() - steady() < start - LAG,
  };
}

function timeOf(path: string): bigint | null {
  const stat = statPath(path);
  return typeof stat === "string" ? null : stat.ctimeNs;
}
